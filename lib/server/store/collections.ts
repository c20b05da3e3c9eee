import type { Resource } from '../../kubernetes/index.js';
import { Collection } from './collection.js';
import { noSuchResource } from './refusals.js';

function nameOf(group: string, version: string, plural: string): string {
  return `${group}/${version}/${plural}`;
}

/** The resources that a server has, each with its objects. */
export class Collections {
  private readonly byName = new Map<string, Collection>();

  /** @throws TypeError for a resource without a kind: its objects could not be written */
  constructor(resources: Iterable<Resource<unknown>>) {
    for (const resource of resources) {
      const { group, version, plural, kind } = resource;
      if (kind === '')
        throw new TypeError(
          `resources: ${plural} of ${group} has no kind: give customResource() the kind of its objects`,
        );
      this.byName.set(nameOf(group, version, plural), new Collection(resource));
    }
  }

  find(group: string, version: string, plural: string): Collection | undefined {
    return this.byName.get(nameOf(group, version, plural));
  }

  /** @throws ApiError 404 */
  of({ group, version, plural }: Resource<unknown>): Collection {
    const collection = this.find(group, version, plural);
    if (collection === undefined) throw noSuchResource();
    return collection;
  }

  all(): Iterable<Collection> {
    return this.byName.values();
  }
}
