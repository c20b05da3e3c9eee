import type { Form } from '../http/negotiation.js';
import { type IncludeObject, type Representation, representationOf } from '../http/representation.js';
import type { Served } from '../store/served.js';
import { remembered, rememberedWhole } from './texts.js';

/** The forms in which one collection is relayed. */
export class Representations {
  readonly object: Representation;
  readonly #metadata: Representation;

  constructor(
    private readonly served: Served,
    private readonly now: () => number,
  ) {
    this.object = rememberedWhole(representationOf(served, 'object', 'None', now), served);
    this.#metadata = remembered(representationOf(served, 'metadata', 'None', now));
  }

  /** @throws ApiError for what cannot be had */
  of(form: Form, include: IncludeObject, _fields: string | undefined): Representation {
    switch (form) {
      case 'object':
        return this.object;
      case 'metadata':
        return this.#metadata;
      case 'table':
        // What it says of an object's age is of now.
        return representationOf(this.served, 'table', include, this.now);
    }
  }
}
