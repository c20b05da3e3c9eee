import { pick } from '../../codec/index.js';
import type { InformerScope } from '../../informer/index.js';
import { FORMS, type Form } from '../http/negotiation.js';
import { type IncludeObject, type Representation, representationOf } from '../http/representation.js';
import type { Served } from '../store/served.js';
import type { StoredObject } from '../store/stored-object.js';
import { type FieldSet, fieldSetOf } from './field-sets.js';
import { type FieldSetLimits, KeptFieldSets } from './kept-field-sets.js';
import { remembered, rememberedWhole } from './texts.js';

/** The forms in which one collection is relayed. */
export class Representations {
  readonly forms: readonly Form[];
  readonly #object: Representation;
  readonly #metadata: Representation;
  readonly #fieldSets: KeptFieldSets;

  constructor(
    private readonly served: Served,
    { fields, metadataOnly }: InformerScope,
    private readonly now: () => number,
    limits: FieldSetLimits,
  ) {
    this.#fieldSets = new KeptFieldSets(served.resource.plural, limits);
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
   * @param client who asks
   * @throws ApiError for what cannot be had
   */
  of(form: Form, include: IncludeObject, fields: string, client: string | undefined): Representation {
    switch (form) {
      case 'object':
        return fields === '' ? this.#object : this.#ofSet(fieldSetOf(fields), client);
      case 'metadata':
        return this.#metadata;
      case 'table':
        // What it says of an object's age is of now.
        return representationOf(this.served, 'table', include, this.now);
    }
  }

  /** For as long as a watch is told in a form. Returns what ends that. @throws ApiError 429 */
  hold(representation: Representation, client: string | undefined): () => void {
    return this.#fieldSets.hold(representation, client);
  }

  stop(): void {
    this.#fieldSets.stop();
  }

  #ofSet({ id, tree }: FieldSet, client: string | undefined): Representation {
    const whole = representationOf(this.served, 'object', 'None', this.now);
    const ownId = `${whole.id} ${id}`;
    return this.#fieldSets.of(ownId, client, () => {
      const item = (object: StoredObject) => whole.item(picked(object, tree));
      return rememberedWhole({ ...whole, id: ownId, item }, this.served);
    });
  }
}

/** What tells an object is always picked. */
function picked(object: StoredObject, tree: FieldSet['tree']): StoredObject {
  return pick(object, tree) as StoredObject;
}
