/** A process that can be ended, started again, stopped in its tracks (SIGSTOP) and let go on. */
export interface Program {
  start(): void;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
}

export interface ControlPlane {
  readonly url: string;
  readonly caFile: string;
  readonly folder: string;
  readonly etcd: Program;
  readonly apiServer: Program;
  /** Lets etcd forget all history up to now. */
  compact(): Promise<void>;
  stop(): Promise<void>;
}

export function startControlPlane(assets: string): Promise<ControlPlane>;
