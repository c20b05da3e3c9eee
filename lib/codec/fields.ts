/** What is kept of an object: of each member that is named, all, or what a tree of its own names. */
export interface FieldTree {
  readonly [member: string]: FieldTree | 'all';
}

/** What tells an object and its version is always kept. */
export const IDENTITY_FIELDS: readonly string[] = [
  'apiVersion',
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.resourceVersion',
];

/** Paths such as `spec.nodeName` as a tree. A path through an array is about each of its elements. */
export function fieldTree(paths: readonly string[]): FieldTree {
  const tree: Branch = Object.create(null);
  for (const path of [...IDENTITY_FIELDS, ...paths]) plant(tree, path.split('.'));
  return tree;
}

/** Maps from keys that may have dots to texts, in every kind that has them. */
const MAP_OF_TEXTS =
  /^((?:metadata|.*\.metadata)\.(?:labels|annotations)|(?:.*\.)?(?:nodeSelector|matchLabels))\.[^.]+\./;

/** Why a path can match nothing: it goes on where only texts are, so that a key with dots must be meant. Undefined: it may match something. */
export function dottedKeyProblem(path: string): string | undefined {
  const [, map] = MAP_OF_TEXTS.exec(path) ?? [];
  if (map === undefined) return undefined;
  return `${JSON.stringify(path)} would match nothing: dots part the names of fields, so that a key which has dots cannot be named; keep all of ${JSON.stringify(map)}`;
}

type Branch = { [member: string]: Branch | 'all' };

function plant(tree: Branch, [member = '', ...rest]: readonly string[]): void {
  const branch = tree[member];
  if (branch === 'all') return;
  if (rest.length === 0) {
    tree[member] = 'all';
    return;
  }
  const own: Branch = branch ?? Object.create(null);
  tree[member] = own;
  plant(own, rest);
}

/** What a tree names of a value from a parser. */
export function pick(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.filter(isContainer).map((element) => pick(element, tree));
  const picked: Record<string, unknown> = {};
  for (const [member, inner] of Object.entries(Object(value))) {
    const branch = tree[member];
    if (branch === 'all') picked[member] = inner;
    else if (branch !== undefined && isContainer(inner)) picked[member] = pick(inner, branch);
  }
  return picked;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
