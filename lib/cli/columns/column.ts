import type { StoredMetadata } from '../../kubernetes/index.js';
import { age } from '../text/age.js';
import { clean } from '../text/clean.js';

/** A column of a table of objects. */
export interface Column<T> {
  readonly title: string;
  /** What stands in it at a time (epoch milliseconds), as the object has it: `cellOf` makes it safe to print. */
  readonly value: (object: T, now: number) => string;
}

/** What to print in a column. An object that is not what its kind should be spoils its own cell at most. */
export function cellOf<T>({ value }: Column<T>, object: T, now: number): string {
  try {
    return clean(value(object, now));
  } catch {
    return '<invalid>';
  }
}

/** What all columns here need of an object. */
export interface Named {
  readonly metadata: StoredMetadata & { readonly namespace?: string };
}

export const nameColumn: Column<Named> = { title: 'NAME', value: ({ metadata }) => metadata.name };

export const namespaceColumn: Column<Named> = { title: 'NAMESPACE', value: ({ metadata }) => metadata.namespace ?? '' };

export const ageColumn: Column<Named> = {
  title: 'AGE',
  value: ({ metadata }, now) => age(metadata.creationTimestamp, now),
};
