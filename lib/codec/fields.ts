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
