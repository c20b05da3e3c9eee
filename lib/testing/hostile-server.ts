import { asyncScheduler, defer, type Observable, type SchedulerLike, type Subscription } from 'rxjs';
import type { Resource } from '../kubernetes/index.js';
import {
  ApiError,
  type ApiServer,
  type ApiStore,
  createApiServer,
  type InProcessOptions,
  type Listening,
  type ListenOptions,
} from '../server/index.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/index.js';
import { type Fault, isServerFault, type RequestFault, type ServerFault } from './fault.js';
import {
  apiServerOptions,
  type HostileServerOptions,
  planOf,
  requireFault,
  requireTestClock,
} from './hostile-options.js';
import type { LogEntry, RequestRecord } from './log.js';
import { listenOn } from './network/listen.js';
import { Network } from './network/network.js';
import { Oracle, type OracleOptions } from './oracle/oracle.js';
import { Past } from './oracle/past.js';
import type { Plan } from './plan/plan.js';
import { REQUEST_RECIPES } from './plan/request-faults.js';
import { applyFault, type FaultContext } from './request/apply-fault.js';
import { inOrder } from './request/in-order.js';
import { kindOf } from './request/request-info.js';
import type { Serve } from './request/serve.js';
import { TestClock } from './test-clock.js';

/** How a client reaches the server within the process. */
export interface HostileTransportOptions extends InProcessOptions {
  /** Who it is, in the records. Default: `client`. */
  readonly client?: string;
}

/**
 * An API server that fails in every way that servers and networks do, by a seed or by a plan, and keeps a record of it; and beside it somebody who
 * knows the truth.
 *
 * @example
 * const clock = new TestClock();
 * const server = createHostileServer({ seed: 7, scheduler: clock });
 * server.store.create(core.configMaps, { metadata: { name: 'a', namespace: 'default' } });
 * const informer = createInformer({ transport: server.transport(), resource: core.configMaps, scheduler: clock, random: seeded(7) });
 * informer.start();
 * await clock.advanceAsync(10 * 60_000);
 * server.heal();
 * await clock.advanceAsync(90_000);
 * server.oracle(core.configMaps).checkNewest(informer.snapshot);
 */
export class HostileServer {
  readonly #server: ApiServer;
  readonly #scheduler: SchedulerLike;
  readonly #plan: Plan;
  readonly #network: Network;
  readonly #past: Past;
  readonly #began: number;
  readonly #log: LogEntry[] = [];
  readonly #requests: RequestRecord[] = [];
  /** Faults of requests that somebody asked for, and that no request has had yet. */
  readonly #meant: RequestFault[] = [];
  readonly #context: FaultContext;
  readonly #listening = new Set<Listening>();
  #calm = false;
  #timer: Subscription | undefined;

  constructor(options: HostileServerOptions) {
    const scheduler = options.scheduler ?? asyncScheduler;
    let uids = 0;
    const uid = () => `00000000-0000-4000-8000-${String(++uids).padStart(12, '0')}`;
    this.#scheduler = scheduler;
    this.#plan = planOf(options, scheduler);
    this.#server = createApiServer({ now: () => scheduler.now(), uid, ...apiServerOptions(options) });
    this.#past = new Past(this.#server.store, options.resources ?? []);
    this.#network = new Network(scheduler);
    this.#began = scheduler instanceof TestClock ? scheduler.frame : scheduler.now();
    this.#context = { scheduler, newest: () => this.#newest(), oldest: this.#newest() };
    this.#arm();
  }

  /** What the server has. Writing here always works, whatever goes wrong outside. */
  get store(): ApiStore {
    return this.#server.store;
  }

  /** What went wrong so far, oldest first. As the `plan` of another server it goes wrong again. */
  get log(): readonly LogEntry[] {
    return this.#log;
  }

  /** Every request that was made, carried out or not, oldest first. */
  get requests(): readonly RequestRecord[] {
    return this.#requests;
  }

  /** How many requests are under way: 0 when all clients are gone (L9). */
  get open(): number {
    return this.#network.open;
  }

  /** What is true of a collection, or was. It knows every version since the server was made, whatever the server forgets. */
  oracle<T>(resource: Resource<T>, options: OracleOptions<T> = {}): Oracle<T> {
    return new Oracle(this.#past.of(resource), resource, options);
  }

  /** The way to the server within the process, with all that is between. */
  transport({ client = 'client', ...options }: HostileTransportOptions = {}): Transport {
    const inner = this.#server.transport(options);
    return {
      url: inner.url,
      request: (request) => {
        // What no transport could send is its caller's mistake, and thrown at once.
        inner.request(request);
        return this.#request(request, client, (asked) => inner.request(asked));
      },
    };
  }

  /**
   * The same over HTTP, on loopback unless `host` says otherwise. Every port is one client in the records, called by its URL.
   */
  async listen(options: ListenOptions = {}): Promise<Listening> {
    const listening = await listenOn(
      options,
      (client) => this.transport({ client }),
      () => this.#network.state === 'down',
    );
    this.#listening.add(listening);
    return listening;
  }

  /**
   * A fault of the server, now; a fault of a request, for the next one that can have it. Also while it is calm.
   *
   * @throws RangeError when there is no such fault
   */
  inflict(fault: Fault): void {
    requireFault('inflict', fault);
    if (isServerFault(fault)) this.#happen(fault);
    else this.#meant.push(fault);
  }

  /**
   * No new faults by chance or plan, and the network is up. What has happened stays as it is: a connection that was lost hears nothing, a slow one is slow.
   */
  calm(): void {
    this.#calm = true;
    this.#timer?.unsubscribe();
    this.#timer = undefined;
    this.#meant.length = 0;
    this.#network.restore();
  }

  /** Calm, and connections that would never hear anything again are reset, so that clients need not wait until they notice. */
  heal(): void {
    this.calm();
    this.#network.cutLost();
  }

  /** Goes on where it was before it was calm. */
  rage(): void {
    if (!this.#calm) return;
    this.#calm = false;
    this.#arm();
  }

  /** The end: calm, and all connections are reset. Ports that it listens on are closed. */
  async stop(): Promise<void> {
    this.calm();
    this.#network.cut();
    this.#past.stop();
    await Promise.all([...this.#listening].map((listening) => listening.close()));
  }

  #request(request: TransportRequest, client: string, serve: Serve): Observable<TransportResponse> {
    // Each subscription is a request of its own.
    return defer(() => {
      const record = this.#record(request, client);
      const faults = this.#network.state === 'up' ? this.#faultsOf(record) : [];
      const way = inOrder(faults).reduce((inner, fault) => applyFault(fault, inner, this.#context), serve);
      const doomed = faults.some(({ type }) => type === 'hang' || type === 'blackHole');
      return this.#network.carry(() => way(request), doomed);
    });
  }

  #record(request: TransportRequest, client: string): RequestRecord {
    const { method = 'GET', path } = request;
    const number = this.#requests.length + 1;
    const record = { number, at: this.#now(), client, kind: kindOf(request), method, path };
    this.#requests.push(record);
    return record;
  }

  #faultsOf({ number, at, client, kind }: RequestRecord): readonly RequestFault[] {
    const meant = this.#meant.findIndex(({ type }) => REQUEST_RECIPES[type].to.includes(kind));
    const faults = [
      ...(meant < 0 ? [] : this.#meant.splice(meant, 1)),
      ...(this.#calm ? [] : this.#plan.forRequest(number, kind)),
    ];
    for (const fault of faults) this.#log.push({ at, request: number, client, kind, fault });
    return faults;
  }

  /** The next fault of the whole server, some time. */
  #arm(): void {
    const next = this.#plan.next(this.#now());
    if (next === undefined) return;
    this.#timer = this.#scheduler.schedule(() => {
      this.#happen(next.fault);
      if (!this.#calm) this.#arm();
    }, next.afterMs);
  }

  #happen(fault: ServerFault): void {
    this.#log.push({ at: this.#now(), fault });
    switch (fault.type) {
      case 'cut':
        this.#network.cut();
        break;
      case 'compact':
        this.#compact(BigInt(fault.keep));
        break;
      case 'restart':
        this.#network.disturb('down', fault.downMs);
        if (fault.forgets) this.#compact(0n);
        break;
      case 'freeze':
        this.#network.disturb('frozen', fault.ms);
        break;
      case 'partition':
        this.#network.disturb('parted', fault.ms);
        break;
      case 'restore':
        this.#network.disturb('down', RESTORE_MS);
        this.#restore(BigInt(fault.versions));
        break;
      case 'sleep':
        requireTestClock(this.#scheduler, 'sleep').jump(fault.ms);
        break;
    }
  }

  #compact(keep: bigint): void {
    const upTo = this.#newest() - keep;
    if (upTo > 0n) this.store.compact(String(upTo));
  }

  /** As far back as is retained, and not to before the server was made. */
  #restore(versions: bigint): void {
    for (let back = versions; back > 0n; back -= 1n) {
      const version = this.#newest() - back;
      if (version >= this.#context.oldest && this.#restoreTo(String(version))) return;
    }
  }

  #restoreTo(version: string): boolean {
    try {
      this.store.restore(version);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  #newest(): bigint {
    return BigInt(this.store.resourceVersion);
  }

  /** Milliseconds since the server was made, whoever sets the time of day of a `TestClock`. */
  #now(): number {
    return (this.#scheduler instanceof TestClock ? this.#scheduler.frame : this.#scheduler.now()) - this.#began;
  }
}

/** How long it takes to start from a backup. */
const RESTORE_MS = 1000;

/** @throws RangeError or TypeError that names an option which cannot be */
export function createHostileServer(options: HostileServerOptions = {}): HostileServer {
  return new HostileServer(options);
}
