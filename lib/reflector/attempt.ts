import type { Transport } from '../transport/index.js';

/** What was being done, for the messages. */
export interface Attempt {
  readonly verb: 'list' | 'watch';
  /** Where, without query: `https://10.0.0.1:6443/api/v1/pods`. */
  readonly url: string;
  /** The resource as RBAC names it. */
  readonly resource: { readonly group: string; readonly plural: string; readonly version: string };
  readonly namespace?: string | undefined;
  /** What its transport says about failures. */
  readonly advise?: Transport['advise'];
}
