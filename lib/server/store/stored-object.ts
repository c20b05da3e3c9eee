import type { JsonObject } from './json.js';

/** The metadata of an object that somebody sends, once its types have been checked. */
export interface SentMetadata {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly JsonObject[];
  readonly managedFields?: readonly unknown[];
}

/** An object that somebody sends, with metadata of the right types. */
export interface SentObject {
  readonly metadata: SentMetadata;
  readonly [field: string]: unknown;
}

/** The metadata of an object in the store. */
export interface StoredMetadata extends SentMetadata {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly creationTimestamp: string;
}

/** An object in the store, or in its past; deeply frozen. */
export interface StoredObject extends SentObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: StoredMetadata;
}
