/** Small objects for tests of the queue and the store. */
export interface Thing {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly tags?: readonly string[];
}

/** `n/name` at a version. Its uid is its name, unless another life is asked for. */
export function thing(
  name: string,
  version: number,
  more: { uid?: string; namespace?: string; tags?: readonly string[]; labels?: Record<string, string> } = {},
): Thing {
  const { uid = name, namespace = 'n', tags, labels } = more;
  return {
    metadata: { name, namespace, uid, resourceVersion: String(version), ...(labels === undefined ? {} : { labels }) },
    ...(tags === undefined ? {} : { tags }),
  };
}

/** What no key can be made of: a server's word may lack anything. */
export const keyless: Thing = JSON.parse('{"metadata":{"name":7}}');
