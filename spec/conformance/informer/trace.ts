import type { TraceObject, Transformer } from '../trace.js';

/** A recorded run of a shared informer against a server that plays a script. */
export interface InformerTrace {
  readonly name: string;
  readonly about?: string;
  readonly options: {
    readonly watchList: boolean;
    readonly path: string;
    readonly namespace?: string;
    readonly labelSelector?: string;
    /** The informer's period; absent: no resync. */
    readonly resyncMs?: number;
    readonly transformer?: Transformer;
    readonly checkKind?: boolean;
    readonly runMs: number;
    readonly handlers: readonly TraceHandler[];
  };
  readonly script: Script;
  readonly requests: readonly TraceRequest[];
  /** By the id of the handler. */
  readonly notifications: Readonly<Record<string, readonly Notification[]>>;
  readonly checks?: readonly TraceCheck[];
  readonly watchErrors: readonly { readonly reason: string; readonly code?: number }[];
  readonly hasSynced: boolean;
  readonly handlersSynced: Readonly<Record<string, boolean>>;
  readonly store: readonly StoredObject[];
  readonly lastSyncResourceVersion: string;
  readonly storeResourceVersion: string;
}

export interface TraceHandler {
  readonly id: string;
  readonly when: 'start' | 'mark' | 'end';
  /** Absent: the informer's. */
  readonly resyncMs?: number;
}

/** What a server answers to each kind of request, in order. */
export type Script = Readonly<Partial<Record<RequestKind, readonly Answer[]>>>;

export type RequestKind = 'list' | 'watch' | 'watchList';

export interface Answer {
  readonly delayMs?: number;
  /** Absent or 0: no answer, the connection ends. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: ListBody;
  readonly rawBody?: string;
  readonly frames?: readonly Frame[];
  readonly end?: 'close' | 'abort' | 'reset' | 'open';
}

export interface ListBody {
  readonly kind?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly TraceObject[] | null;
}

export interface Frame {
  readonly delayMs?: number;
  readonly event?: { readonly type: string; readonly object: ScriptObject };
  readonly raw?: string;
  readonly mark?: string;
}

export interface ScriptObject extends TraceObject {
  readonly kind?: string;
  readonly code?: number;
  readonly reason?: string;
}

export interface TraceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answeredBy: string;
  readonly wait?: string;
}

export interface Notification {
  readonly type: 'add' | 'update' | 'delete';
  readonly key: string;
  readonly rv: string;
  readonly isInInitialList?: boolean;
  readonly oldRv?: string;
  readonly uid?: string;
  readonly oldUid?: string;
  readonly finalStateUnknown?: boolean;
  /** Neighbours with the same number have no order among themselves. */
  readonly group?: number;
}

export interface TraceCheck {
  readonly mark: string;
  readonly hasSynced: boolean;
  readonly store: Readonly<Record<string, string>>;
  readonly notified: Readonly<Record<string, number>>;
}

export interface StoredObject {
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** If it is no ConfigMap. */
  readonly kind?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** The name without what tells the variants of one script apart. */
export function scriptName({ name }: { readonly name: string }): string {
  return name.replace(/^informer\//, '').replace(/@.*$/, '');
}
