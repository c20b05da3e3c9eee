import { Siblings } from './siblings.js';
import { Strings } from './strings.js';

/** What was decoded lately, to be used again: decoders of the same kind of objects may have it in common. It is bounded, and keeps no object alive. */
export class Commons {
  readonly siblings = new Siblings();
  readonly strings = new Strings();
}
