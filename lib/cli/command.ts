import type { CrowdChoice } from './demo/crowd.js';

/** What the user wants, read from the command line and found to be in order. */
export type Command = WatchCommand | DoctorCommand | ServeCommand;

export type OutputFormat = 'table' | 'events' | 'json';

/** The demo world to show, or to serve. */
export interface DemoChoice {
  /** Whether connections are cut and versions expire. */
  readonly chaos: boolean;
  readonly seed: number;
  /** Writes a second. */
  readonly rate: number;
}

/** Which objects of which cluster. */
export interface CollectionChoice {
  /** As the user wrote it: `pods`, `po`, `deployments.apps`. */
  readonly resource: string;
  /** Undefined: the namespace of the context. */
  readonly namespace: string | undefined;
  readonly allNamespaces: boolean;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  /** Undefined: a cluster. */
  readonly demo: DemoChoice | undefined;
  readonly kubeConfigFile: string | undefined;
  readonly context: string | undefined;
}

export interface WatchCommand extends CollectionChoice {
  readonly name: 'watch';
  /** Undefined: a table on a terminal, else a line an event. */
  readonly output: OutputFormat | undefined;
}

export interface DoctorCommand extends CollectionChoice {
  readonly name: 'doctor';
  readonly output: 'text' | 'json';
  /** How long a watch is observed, in seconds. */
  readonly watchSeconds: number;
  /** How long each other check may take, in seconds. */
  readonly timeoutSeconds: number;
}

export interface ServeCommand {
  readonly name: 'serve';
  /** Undefined: a cluster. */
  readonly demo: ServedDemo | undefined;
  readonly kubeConfigFile: string | undefined;
  readonly context: string | undefined;
  /** Undefined: all. */
  readonly namespace: string | undefined;
  /** As the user wrote them. Undefined: what people look at. */
  readonly kinds: readonly string[] | undefined;
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Names under which it is reached, beside loopback's. */
  readonly allowedHosts: readonly string[];
  /** Who says who may read: the cluster, or nobody, and then it stays on this computer. */
  readonly authorize: 'cluster' | undefined;
  /** Whether the dashboard is served too. */
  readonly dashboard: boolean;
}

export interface ServedDemo extends DemoChoice {
  /** Further pods, of which many change. */
  readonly crowd: CrowdChoice | undefined;
}
