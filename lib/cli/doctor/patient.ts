import type { Observable, SchedulerLike } from 'rxjs';
import type { Resource } from '../../kubernetes/index.js';
import type { Transport } from '../../transport/index.js';
import type { CredentialKind, Steps } from '../../transport/node/index.js';
import type { ServedResource } from '../cluster/served-resource.js';

/** What is examined: a collection, the server that has it, and the way to it. Everything that touches the world is in here. */
export interface Patient {
  readonly transport: Transport;
  readonly steps: Steps;
  /** Of what kind the credentials are that are sent; none: empty. */
  readonly credentialKinds: () => Observable<readonly CredentialKind[]>;
  /** As the user wrote it. */
  readonly resource: string;
  /** The namespace that is meant, once it is known what resource it is; undefined: all, or none. */
  readonly namespaceFor: (resource: Resource) => string | undefined;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  /** How long a watch is observed, in milliseconds. */
  readonly watchMs: number;
  /** How long each other check may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly scheduler: SchedulerLike;
}

/** What a list said. */
export interface ListFacts {
  readonly resourceVersion: string;
  /** Bytes of the answer, unpacked. */
  readonly bytes: number;
  /** Whether it came compressed. */
  readonly compressed: boolean;
}

/** What one check learns for those after it. */
export interface Learnt {
  readonly resource?: ServedResource;
  readonly list?: ListFacts;
}
