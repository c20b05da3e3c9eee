/** Below this a name fits. */
const LONG = 20;

/** The end of a name, by which those of one workload differ, apart from the rest of it, which is what a narrow column cuts. */
export function nameParts(name: string): readonly [start: string, end: string] {
  if (name.length < LONG) return [name, ''];
  const dash = name.lastIndexOf('-');
  const length = name.length - dash;
  const at = dash > 0 && length >= 4 && length <= 12 ? dash : name.length - 8;
  return [name.slice(0, at), name.slice(at)];
}
