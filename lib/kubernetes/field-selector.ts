import { requireText, selectorError } from './selector-error.js';

/** One condition on a field. */
export interface FieldRequirement {
  /** Such as `spec.nodeName`. Which paths can be selected by is up to the kind. */
  readonly path: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Conditions that must all hold; none: every object matches. Made by `parseFieldSelector`. */
export type FieldSelector = readonly FieldRequirement[];

/**
 * Reads a field selector: `spec.nodeName=worker-1,status.phase!=Running`; `==` is `=`. In a value `,`, `=` and `\` are written `\,`, `\=` and
 * `\\`, and spaces are part of it. The empty text selects everything. The result is canonical: order and repetitions in the
 * text make no difference.
 *
 * @param option what the error calls the text
 * @throws TypeError that quotes the text, points at the place and says what would be right
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 */
export function parseFieldSelector(text: string, option = 'fieldSelector'): FieldSelector {
  requireText(option, text, 'spec.nodeName=worker-1');
  const byText = new Map<string, FieldRequirement>();
  for (const [term, at] of terms(text)) {
    const requirement = parseTerm(term, (offset, found, expected) =>
      selectorError(option, text, at + offset, found, expected),
    );
    byText.set(printRequirement(requirement), requirement);
  }
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, requirement]) => requirement);
}

/** The canonical text of a selector. Parsing it gives an equal selector. */
export function printFieldSelector(selector: FieldSelector): string {
  return [...new Set(selector.map(printRequirement))].sort().join(',');
}

/** Whether an object meets every condition. A field that is absent (undefined) counts as the empty text, as in Kubernetes. */
export function matchesFields(selector: FieldSelector, fieldAt: (path: string) => string | undefined): boolean {
  return selector.every(({ path, operator, value }) => ((fieldAt(path) ?? '') === value) === (operator === '='));
}

function printRequirement({ path, operator, value }: FieldRequirement): string {
  return `${path}${operator}${value.replace(/[\\,=]/g, '\\$&')}`;
}

/** The terms between commas that are not escaped, and where each begins. Kubernetes passes over empty ones. */
function terms(text: string): [term: string, at: number][] {
  return Array.from(text.matchAll(/(?:\\[\s\S]|\\$|[^\\,])+/g), (match) => [match[0], match.index]);
}

type Fail = (offset: number, found: string, expected: string) => TypeError;

function parseTerm(term: string, fail: Fail): FieldRequirement {
  const sign = /!=|==?/.exec(term);
  const path = term.slice(0, sign?.index);
  if (path === '' || /\s/.test(path))
    throw fail(0, term, 'expected the path of a field, without spaces, such as "metadata.name"');
  if (sign === null) throw fail(path.length, '', 'expected "=" or "!=" and a value after the path of a field');
  const start = sign.index + sign[0].length;
  const value = unescaped(term.slice(start), start, fail);
  return { path, operator: sign[0] === '!=' ? '!=' : '=', value };
}

function unescaped(value: string, start: number, fail: Fail): string {
  return value.replace(/\\([\s\S]?)|=/g, (found, after: string | undefined, at: number) => {
    if (after === '\\' || after === ',' || after === '=') return after;
    throw fail(
      start + at,
      found,
      'write "\\\\" for a backslash, "\\," for a comma and "\\=" for an equals sign in a value',
    );
  });
}
