import { without } from '../store/json.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import type { Form } from './negotiation.js';
import { type Column, columnsOf } from './table-columns.js';

/** A list up to its first item. */
export interface ListHead {
  readonly apiVersion: string;
  readonly kind: string;
  /** The field that holds the items. */
  readonly items: 'items' | 'rows';
  /** Fields beside kind, version, metadata and items. */
  readonly more: object;
}

/** How objects of one resource look in one form, as JSON. */
export interface Representation {
  /** Equal for representations whose objects look the same. */
  readonly id: string;
  readonly list: ListHead;
  /** An object within a list. */
  item(object: StoredObject): string;
  /** An object by itself. */
  whole(object: StoredObject): string;
  /** An object that has nothing but this metadata. */
  bookmark(metadata: object): string;
}

/** What a table says of its objects beside their cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export function representationOf(
  served: Served,
  form: Form,
  include: IncludeObject,
  now: () => number,
): Representation {
  switch (form) {
    case 'object':
      return plain(served);
    case 'metadata':
      return metadataOnly(served);
    case 'table':
      return table(served, include, now);
  }
}

function idOf({ resource, apiVersion }: Served, form: string): string {
  return `${apiVersion}/${resource.plural} ${form}`;
}

/** The items of a built-in list do not repeat what they are. */
function plain(served: Served): Representation {
  const { resource, kind, apiVersion } = served;
  return {
    id: idOf(served, 'object'),
    list: { apiVersion, kind: `${resource.kind}List`, items: 'items', more: {} },
    item: (object) => JSON.stringify(kind.builtIn ? without(object, 'apiVersion', 'kind') : object),
    whole: (object) => JSON.stringify(object),
    bookmark: (metadata) => JSON.stringify({ kind: resource.kind, apiVersion, metadata }),
  };
}

const META = 'meta.k8s.io/v1';

function partial(metadata: object): object {
  return { kind: 'PartialObjectMetadata', apiVersion: META, metadata };
}

function partialText(metadata: object): string {
  return JSON.stringify(partial(metadata));
}

function metadataOnly(served: Served): Representation {
  const whole = ({ metadata }: StoredObject) => partialText(metadata);
  return {
    id: idOf(served, 'metadata'),
    list: { apiVersion: META, kind: 'PartialObjectMetadataList', items: 'items', more: {} },
    item: whole,
    whole,
    bookmark: partialText,
  };
}

function table(served: Served, include: IncludeObject, now: () => number): Representation {
  const columns = columnsOf(served);
  const more = { columnDefinitions: columns.map(definitionOf) };
  const row = (object: StoredObject) => ({
    cells: columns.map((column) => column.cell(object, now())),
    ...includedIn(object, include),
  });
  const whole = (metadata: object, rows: readonly object[]) =>
    JSON.stringify({ kind: 'Table', apiVersion: META, metadata, ...more, rows });
  return {
    id: idOf(served, `table ${include}`),
    list: { apiVersion: META, kind: 'Table', items: 'rows', more },
    item: (object) => JSON.stringify(row(object)),
    whole: (object) => whole({ resourceVersion: object.metadata.resourceVersion }, [row(object)]),
    bookmark: (metadata) => whole(metadata, []),
  };
}

function includedIn(object: StoredObject, include: IncludeObject): object {
  switch (include) {
    case 'None':
      return {};
    case 'Metadata':
      return { object: partial(object.metadata) };
    case 'Object':
      return { object };
  }
}

function definitionOf({ name, priority }: Column): object {
  return { name, type: 'string', format: name === 'Name' ? 'name' : '', description: '', priority };
}
