/**
 * One condition on labels, with the operators of `matchExpressions`. `a=b` is `a In [b]`, `a!=b` is `a NotIn [b]`; `Gt` and `Lt` compare
 * decimal integers.
 */
export type LabelRequirement =
  | { readonly key: string; readonly operator: 'In' | 'NotIn'; readonly values: readonly string[] }
  | { readonly key: string; readonly operator: 'Exists' | 'DoesNotExist' }
  | { readonly key: string; readonly operator: 'Gt' | 'Lt'; readonly value: string };

/** Conditions that must all hold; none: every object matches. Made by `parseLabelSelector`. */
export type LabelSelector = readonly LabelRequirement[];

/**
 * The canonical text of a selector: the same for selectors that differ only in their order, spaces and repetitions. Parsing it gives an
 * equal selector.
 */
export function printLabelSelector(selector: LabelSelector): string {
  return [...new Set(selector.map(printLabelRequirement))].sort().join(',');
}

export function printLabelRequirement(requirement: LabelRequirement): string {
  const { key, operator } = requirement;
  switch (operator) {
    case 'Exists':
      return key;
    case 'DoesNotExist':
      return `!${key}`;
    case 'In':
      return printSet(key, '=', 'in', requirement.values);
    case 'NotIn':
      return printSet(key, '!=', 'notin', requirement.values);
    case 'Gt':
      return `${key}>${requirement.value}`;
    case 'Lt':
      return `${key}<${requirement.value}`;
  }
}

function printSet(key: string, single: string, several: string, values: readonly string[]): string {
  const sorted = [...new Set(values)].sort();
  return sorted.length === 1 ? `${key}${single}${sorted[0]}` : `${key} ${several} (${sorted.join(',')})`;
}

/**
 * Whether labels meet every condition. As in Kubernetes, `notin` and `!=` hold where the label is absent.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function matchesLabels(selector: LabelSelector, labels: Readonly<Record<string, string>> | undefined): boolean {
  return selector.every((requirement) => matchesRequirement(requirement, labelOf(labels, requirement.key)));
}

/** An own property only, for a label may be named `constructor`. */
function labelOf(labels: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined;
}

function matchesRequirement(requirement: LabelRequirement, value: string | undefined): boolean {
  switch (requirement.operator) {
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'In':
      return value !== undefined && requirement.values.includes(value);
    case 'NotIn':
      return value === undefined || !requirement.values.includes(value);
    case 'Gt':
      return compareIntegers(value, requirement.value) > 0;
    case 'Lt':
      return compareIntegers(value, requirement.value) < 0;
  }
}

/** 0, which is neither greater nor less, where one of the texts is no integer of 64 bits: Kubernetes' conditions do not hold then. */
function compareIntegers(a: string | undefined, b: string): number {
  if (a === undefined || !isInt64(a) || !isInt64(b)) return 0;
  return Number(BigInt(a) - BigInt(b));
}

/** Whether a label value is an integer to Kubernetes. Signs do not occur: a label value starts with a letter or digit. */
export function isInt64(text: string): boolean {
  return /^[0-9]+$/.test(text) && BigInt(text) <= 2n ** 63n - 1n;
}
