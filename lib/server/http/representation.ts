import type { Collection } from '../store/collection.js';
import { without } from '../store/json.js';
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

/** How objects of one resource look in one form. Everything is made to be printed as JSON. */
export interface Representation {
  /** Equal for representations whose objects look the same. */
  readonly id: string;
  readonly list: ListHead;
  /** An object within a list. */
  item(object: StoredObject): object;
  /** An object by itself. */
  whole(object: StoredObject): object;
  /** An object that has nothing but this metadata. */
  bookmark(metadata: object): object;
}

/** What a table says of its objects beside their cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export function representationOf(
  collection: Collection,
  form: Form,
  include: IncludeObject,
  now: () => number,
): Representation {
  switch (form) {
    case 'object':
      return plain(collection);
    case 'metadata':
      return metadataOnly(collection);
    case 'table':
      return table(collection, include, now);
  }
}

function idOf({ resource, apiVersion }: Collection, form: string): string {
  return `${apiVersion}/${resource.plural} ${form}`;
}

/** The items of a built-in list do not repeat what they are. */
function plain(collection: Collection): Representation {
  const { resource, kind, apiVersion } = collection;
  return {
    id: idOf(collection, 'object'),
    list: { apiVersion, kind: `${resource.kind}List`, items: 'items', more: {} },
    item: (object) => (kind.builtIn ? without(object, 'apiVersion', 'kind') : object),
    whole: (object) => object,
    bookmark: (metadata) => ({ kind: resource.kind, apiVersion, metadata }),
  };
}

const META = 'meta.k8s.io/v1';

function partial(metadata: object): object {
  return { kind: 'PartialObjectMetadata', apiVersion: META, metadata };
}

function metadataOnly(collection: Collection): Representation {
  const whole = ({ metadata }: StoredObject) => partial(metadata);
  return {
    id: idOf(collection, 'metadata'),
    list: { apiVersion: META, kind: 'PartialObjectMetadataList', items: 'items', more: {} },
    item: whole,
    whole,
    bookmark: partial,
  };
}

function table(collection: Collection, include: IncludeObject, now: () => number): Representation {
  const columns = columnsOf(collection);
  const more = { columnDefinitions: columns.map(definitionOf) };
  const item = (object: StoredObject) => ({
    cells: columns.map((column) => column.cell(object, now())),
    ...includedIn(object, include),
  });
  const whole = (metadata: object, rows: readonly object[]) => ({
    kind: 'Table',
    apiVersion: META,
    metadata,
    ...more,
    rows,
  });
  return {
    id: idOf(collection, `table ${include}`),
    list: { apiVersion: META, kind: 'Table', items: 'rows', more },
    item,
    whole: (object) => whole({ resourceVersion: object.metadata.resourceVersion }, [item(object)]),
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
