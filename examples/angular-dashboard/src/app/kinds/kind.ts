import { type FieldsOption, type Only, type Plain, qualifiedNameOf, type Resource, type SortValue } from 'rxinformer';
import type { InjectedOptions } from 'rxinformer/angular';
import type { Tone } from '../ui/tone';

/** What every row has, whatever its kind. */
export interface Row {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly creationTimestamp: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

export interface Column<T = Row> {
  readonly title: string;
  /** How it is drawn. The text of an `age` is a date; it ticks by itself. */
  readonly as: 'name' | 'text' | 'number' | 'status' | 'age' | 'labels';
  /** A track of the CSS grid. */
  readonly width: string;
  /** The same where the screen is narrow; without one, the column is left out there. */
  readonly narrowWidth?: string;
  text(object: T): string;
  /** Default: the text. */
  sortBy?(object: T): SortValue;
}

export interface Status {
  readonly text: string;
  readonly tone: Tone;
}

export type Section = 'Workloads' | 'Network' | 'Configuration' | 'Cluster' | 'More';

/** How the objects of a kind are shown. */
export interface Look<T = Row> {
  readonly title: string;
  readonly section: Section;
  readonly columns: readonly Column<T>[];
  /** The columns that it is sorted by while nobody chose others, as in URLs: `-Restarts,Name`. Default: by namespace and name. */
  readonly sort?: string;
  /** The one word on an object that the chips filter by and the chart counts. */
  status?(object: T): Status;
}

export interface Kind extends Look {
  /** In URLs: `pods`, `deployments.apps`. */
  readonly id: string;
  readonly resource: Resource;
  /** What to ask for: all objects, or those in one namespace, with the fields that the columns need and no others. */
  request(namespace: string | undefined): InjectedOptions<Row>;
}

/** A kind whose columns read the given fields, and no others: that the compiler checks. */
export function defineKind<K, const F extends readonly string[]>(
  resource: Resource<K>,
  { fields }: FieldsOption<Plain<K>, F>,
  look: Look<NoInfer<Only<Plain<K>, F[number]> & Row>>,
): Kind {
  return {
    ...look,
    id: qualifiedNameOf(resource),
    resource: resource as Resource,
    request: (namespace) => {
      // A list comes compressed, and is read faster than one that is streamed as the beginning of a watch.
      const options = { resource, fields, namespace: resource.namespaced ? namespace : undefined, watchList: 'never' };
      // The table reads no more of an object than a Row and, by its columns, these fields.
      return options as object as InjectedOptions<Row>;
    },
  };
}
