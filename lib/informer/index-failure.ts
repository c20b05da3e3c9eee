import type { Failure } from '../reflector/index.js';
import type { IndexError } from '../store/index.js';

/** An index function of the caller that threw: told in the status, since the object is stored and all else is well (L16). */
export function indexFailure(error: IndexError): Failure {
  return {
    kind: 'protocol',
    message: error.message,
    advice: `Mend indexers.${error.index}, so that it stands every object; this index does not find that one.`,
  };
}
