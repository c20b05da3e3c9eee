/** For the tests, which are in TypeScript; see pods.mjs. */
export class Pods {
  constructor(options: { readonly count: number; readonly seed?: number });
  readonly count: number;
  readonly namespaces: readonly string[];
  namespaceOf(i: number): string;
  nameOf(i: number): string;
  pod(i: number, version?: number, resourceVersion?: string): object;
  item(i: number, version?: number, resourceVersion?: string): object;
}
