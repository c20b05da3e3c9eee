import type { Column, Status } from './kind';

export const name: Column = {
  title: 'Name',
  as: 'name',
  width: 'minmax(10rem, 4fr)',
  narrowWidth: 'minmax(8rem, 1fr)',
  text: ({ metadata }) => metadata.name,
};

export const namespace: Column = {
  title: 'Namespace',
  as: 'text',
  width: 'minmax(5.5rem, 1fr)',
  text: ({ metadata }) => metadata.namespace ?? '',
};

/** Sorted by the date turned round, so that the youngest comes first, as the least age does. */
export const age: Column = {
  title: 'Age',
  as: 'age',
  width: '3.25rem',
  narrowWidth: '3.6rem',
  text: ({ metadata }) => metadata.creationTimestamp,
  sortBy: ({ metadata }) => -Date.parse(metadata.creationTimestamp),
};

export const labels: Column = {
  title: 'Labels',
  as: 'labels',
  width: 'minmax(0, 1.6fr)',
  text: ({ metadata }) =>
    Object.entries(metadata.labels ?? {})
      .map(([key, value]) => `${key}=${value}`)
      .join(' '),
};

export function status<T>(statusOf: (object: T) => Status): Column<T> {
  return {
    title: 'Status',
    as: 'status',
    width: 'minmax(9rem, 1fr)',
    narrowWidth: '8rem',
    text: (object) => statusOf(object).text,
  };
}

export function text<T>(title: string, of: (object: T) => string | undefined, width = '1fr'): Column<T> {
  return { title, as: 'text', width: `minmax(4.5rem, ${width})`, text: (object) => of(object) ?? '' };
}

export function number<T>(title: string, of: (object: T) => number | undefined): Column<T> {
  const countOf = (object: T) => of(object) ?? 0;
  return { title, as: 'number', width: '4.75rem', text: (object) => String(countOf(object)), sortBy: countOf };
}

/** So many of so many, such as containers that are ready; sorted by what is missing. */
export function ratio<T>(title: string, of: (object: T) => readonly [have: number, want: number]): Column<T> {
  return {
    title,
    as: 'number',
    width: '3.5rem',
    text: (object) => of(object).join('/'),
    sortBy: (object) => {
      const [have, want] = of(object);
      return have - want;
    },
  };
}
