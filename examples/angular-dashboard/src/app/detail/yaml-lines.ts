import { stringify } from 'yaml';
import { escaped } from './escaped';

/** A line of YAML, in the parts that are coloured. */
export interface Line {
  /** Where in the object it is: the same for as long as that is there. */
  readonly path: string;
  /** Spaces, and the dashes of lists. */
  readonly lead: string;
  readonly key: string;
  readonly value: string;
  readonly isText: boolean;
}

/** An object as YAML, in the style of kubectl: lists stand as far left as their key. */
export function yamlLines(value: unknown, path = ''): readonly Line[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item: unknown, index) => indented(yamlLines(item, `${path}/${index}`), '- '));
  if (isMap(value)) return Object.entries(value).flatMap(([key, child]) => entryLines(key, child, `${path}/${key}`));
  return scalarLines(print(value), '', value, path);
}

const OPTIONS = { lineWidth: 0 } as const;

function entryLines(name: string, child: unknown, path: string): readonly Line[] {
  const key = `${print(name).trimEnd()}:`;
  if (isMap(child) || (Array.isArray(child) && child.length > 0)) {
    const lines = yamlLines(child, path);
    return [{ path, lead: '', key, value: '', isText: false }, ...(isMap(child) ? indented(lines, '  ') : lines)];
  }
  const safe = typeof child === 'string' ? escaped(child) : undefined;
  if (safe !== undefined) return scalarLines(`${key} ${safe}`, key, child, path);
  return scalarLines(`${key}${afterKey(child)}`, key, child, path);
}

function print(value: unknown): string {
  return (typeof value === 'string' ? escaped(value) : undefined) ?? stringify(value, OPTIONS);
}

/** What stands behind the colon. */
function afterKey(value: unknown): string {
  return stringify({ k: value }, OPTIONS).slice('k:'.length);
}

/** A text of several lines is one path a line. */
function scalarLines(yaml: string, key: string, value: unknown, path: string): readonly Line[] {
  const [first = '', ...others] = yaml.trimEnd().split('\n');
  const isText = typeof value === 'string';
  return [
    { path, lead: '', key, value: first.slice(key.length), isText },
    ...others.map((text, index) => ({ path: `${path}#${index}`, lead: '', key: '', value: text, isText })),
  ];
}

function indented(lines: readonly Line[], first: '- ' | '  '): readonly Line[] {
  return lines.map((line, index) => ({ ...line, lead: (index === 0 ? first : '  ') + line.lead }));
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}
