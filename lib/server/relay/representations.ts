import { pick } from '../../codec/index.js';
import type { InformerScope } from '../../informer/index.js';
import { makeStatus } from '../../kubernetes/index.js';
import { FORMS, type Form } from '../http/negotiation.js';
import { type IncludeObject, type Representation, representationOf } from '../http/representation.js';
import { ApiError } from '../store/api-error.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import { type FieldSet, fieldSetOf } from './field-sets.js';
import { remembered, rememberedWhole } from './texts.js';

/** How many sets of fields are relayed at a time: each costs a look at every change. */
const SETS = 32;

/** Seconds after which somebody may have let go of one. */
const RETRY_AFTER = 10;

/** The forms in which one collection is relayed. */
export class Representations {
  readonly forms: readonly Form[];
  readonly #object: Representation;
  readonly #metadata: Representation;
  /** The set that was asked for longest ago comes first. */
  readonly #bySet = new Map<string, Representation>();

  /** @param isUsed whether a watch is told in this form */
  constructor(
    private readonly served: Served,
    { fields, metadataOnly }: InformerScope,
    private readonly now: () => number,
    private readonly isUsed: (representation: Representation) => boolean,
  ) {
    this.#object = rememberedWhole(representationOf(served, 'object', 'None', now), served);
    this.#metadata = remembered(representationOf(served, 'metadata', 'None', now));
    // The columns of a table look at fields that may not be held.
    this.forms = metadataOnly ? ['metadata'] : fields === undefined ? FORMS : ['object', 'metadata'];
  }

  /** In which the most is said of an object. */
  get base(): Representation {
    return this.forms.includes('object') ? this.#object : this.#metadata;
  }

  /**
   * @param fields the query parameter: paths between commas
   * @throws ApiError for what cannot be had
   */
  of(form: Form, include: IncludeObject, fields: string): Representation {
    switch (form) {
      case 'object':
        return fields === '' ? this.#object : this.#ofSet(fieldSetOf(fields));
      case 'metadata':
        return this.#metadata;
      case 'table':
        // What it says of an object's age is of now.
        return representationOf(this.served, 'table', include, this.now);
    }
  }

  #ofSet(set: FieldSet): Representation {
    const known = this.#bySet.get(set.id);
    if (known === undefined) this.#makeRoom();
    else this.#bySet.delete(set.id);
    const representation = known ?? this.#projected(set);
    this.#bySet.set(set.id, representation);
    return representation;
  }

  #projected({ id, tree }: FieldSet): Representation {
    const whole = representationOf(this.served, 'object', 'None', this.now);
    const item = (object: StoredObject) => whole.item(picked(object, tree));
    return rememberedWhole({ ...whole, id: `${whole.id} ${id}`, item }, this.served);
  }

  #makeRoom(): void {
    if (this.#bySet.size < SETS) return;
    for (const [id, representation] of this.#bySet) {
      if (this.isUsed(representation)) continue;
      this.#bySet.delete(id);
      return;
    }
    const { plural } = this.served.resource;
    const message = `this relay shows ${plural} by at most ${SETS} sets of fields at a time, and all are in use: ask for one of those, or for whole objects`;
    throw new ApiError(makeStatus(429, 'TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER }));
  }
}

/** What tells an object is always picked. */
function picked(object: StoredObject, tree: FieldSet['tree']): StoredObject {
  return pick(object, tree) as StoredObject;
}
