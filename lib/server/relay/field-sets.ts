import { dottedKeyProblem, fieldTree } from '../../codec/index.js';
import { badRequest } from '../store/refusals.js';

/** Which fields of objects somebody wants, beside what tells an object and its version. */
export interface FieldSet {
  /** Equal for sets that are equal. */
  readonly id: string;
  readonly paths: readonly string[];
  readonly tree: ReturnType<typeof fieldTree>;
}

const MAX_PATHS = 64;
const MAX_LENGTH = 4096;
const PATH = /^[^.,]+(\.[^.,]+)*$/;

/** @throws ApiError 400 for what are no paths between commas */
export function fieldSetOf(text: string): FieldSet {
  const paths = [...new Set(text.split(',').map((path) => path.trim()))].sort();
  if (text.length > MAX_LENGTH || paths.length > MAX_PATHS)
    throw badRequest(`fields: at most ${MAX_PATHS} paths in ${MAX_LENGTH} characters`);
  const wrong = paths.find((path) => !PATH.test(path));
  if (wrong !== undefined)
    throw badRequest(`fields: ${JSON.stringify(wrong)} is no path to a field, such as "spec.nodeName"`);
  const problem = paths.map(dottedKeyProblem).find((each) => each !== undefined);
  if (problem !== undefined) throw badRequest(`fields: ${problem}`);
  return { id: `fields=${paths.join(',')}`, paths, tree: fieldTree(paths) };
}
