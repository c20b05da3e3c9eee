/** What the snippets of the documents take for granted: the names of the library, an informer of pods, and what a program of the reader's would have. */
export const PRELUDE = `
import type { CoreV1Api, V1Deployment, V1Node, V1Pod as Pod, V1ReplicaSet } from '@kubernetes/client-node';
import type * as informers from 'rxinformer';
import type { HostileServer } from 'rxinformer/testing';
import type * as testing from 'rxinformer/testing';
import type * as servers from 'rxinformer/server';
import type * as rxjs from 'rxjs';

declare global {
  type V1Pod = Pod;
  type Plain<T> = informers.Plain<T>;
  const createInformer: typeof informers.createInformer;
  const createInformerFactory: typeof informers.createInformerFactory;
  const createApiServer: typeof servers.createApiServer;
  const createRelay: typeof servers.createRelay;
  const clusterAuthorizer: typeof servers.clusterAuthorizer;
  const customResource: typeof informers.customResource;
  const fetchTransport: typeof informers.fetchTransport;
  const relayTransport: typeof informers.relayTransport;
  const reflector: typeof informers.reflector;
  const deltaFIFO: typeof informers.deltaFIFO;
  const indexInto: typeof informers.indexInto;
  const Indexer: typeof informers.Indexer;
  const core: typeof informers.core;
  const select: typeof informers.select;
  const coalesce: typeof informers.coalesce;
  const where: typeof informers.where;
  const orderBy: typeof informers.orderBy;
  const slice: typeof informers.slice;
  const project: typeof informers.project;
  const joinBy: typeof informers.joinBy;
  const reduceCommits: typeof informers.reduceCommits;
  const Story: typeof testing.Story;
  const Chronicle: typeof testing.Chronicle;
  const checkRequests: typeof testing.checkRequests;
  const config: typeof rxjs.config;
  const combineLatest: typeof rxjs.combineLatest;
  const BehaviorSubject: typeof rxjs.BehaviorSubject;

  const transport: informers.Transport;
  const pods: informers.Informer<Plain<Pod>, 'node'>;
  const nodes: informers.Informer<Plain<V1Node>>;
  const replicaSets: informers.Informer<Plain<V1ReplicaSet>>;
  const deployments: informers.Informer<Plain<V1Deployment>>;
  const server: HostileServer;
  const api: CoreV1Api;
  const body: Pod;
  const chosenNamespaces$: rxjs.Observable<readonly string[]>;
  const typed$: rxjs.Observable<string>;
  const sort$: rxjs.Observable<(pod: Plain<Pod>) => string>;
  const ROW_HEIGHT: number;
  const log: Console;
  function token(): Promise<string>;
  function time(at: number | undefined): string;
  function reconcile(key: string): Promise<void>;
  function restartsOf(pod: Plain<Pod>): number;
  function toRow(pod: Plain<Pod>): { readonly name: string };
  function render(...what: readonly unknown[]): void;
  function draw(...what: readonly unknown[]): void;
  function send(...what: readonly unknown[]): void;
  function report(...what: readonly unknown[]): Promise<void>;
  function banner(text: string): void;
  function showBanner(text: string): void;
  function hideBanner(): void;
  function setHeight(pixels: number): void;
}
`;
