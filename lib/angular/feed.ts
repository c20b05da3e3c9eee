import { type Signal, signal, untracked, type WritableSignal } from '@angular/core';
import { merge, type SchedulerLike, type Subscription } from 'rxjs';
import type { InformerStatus } from '../reflector/index.js';
import type { Snapshot } from '../store/index.js';
import type { AnyInformer, Leases } from './leases.js';
import { OnceAFrame } from './once-a-frame.js';
import type { Request } from './options.js';

/** The signals of one informer. They begin with what its cache holds, and are live while it is connected. */
export class Feed {
  readonly #informer: WritableSignal<AnyInformer>;
  readonly #snapshot: WritableSignal<Snapshot<unknown, string>>;
  readonly #status: WritableSignal<InformerStatus>;

  readonly #request: Request;

  constructor(informer: AnyInformer, request: Request) {
    this.#request = request;
    this.#informer = signal(informer);
    this.#snapshot = signal(informer.snapshot);
    this.#status = signal(informer.status);
  }

  get informer(): Signal<AnyInformer> {
    return this.#informer;
  }

  get snapshot(): Signal<Snapshot<unknown, string>> {
    return this.#snapshot;
  }

  get status(): Signal<InformerStatus> {
    return this.#status;
  }

  retryNow(): void {
    untracked(this.#informer).retryNow();
  }

  /**
   * @param scheduler where there are no animation frames
   * @returns to be unsubscribed when nobody looks any more
   */
  connect(leases: Leases, scheduler: SchedulerLike | undefined): Subscription {
    // Another one, if that which was asked for was let go meanwhile.
    const { informer, release } = leases.take(this.#request);
    this.#informer.set(informer);
    const frame = new OnceAFrame(() => this.#show(informer), scheduler);
    const subscription = merge(informer.snapshot$, informer.status$).subscribe(() => {
      if (isNews(untracked(this.#status), informer.status)) frame.now();
      else frame.soon();
    });
    subscription.add(() => {
      frame.cancel();
      release();
    });
    return subscription;
  }

  #show({ snapshot, status }: AnyInformer): void {
    this.#snapshot.set(snapshot);
    this.#status.set(status);
  }
}

/** What is told at once, and not with the next frame: everything but how far a list is. */
function isNews(shown: InformerStatus, status: InformerStatus): boolean {
  const { phase, synced, failure, retryAt } = shown;
  return phase !== status.phase || synced !== status.synced || failure !== status.failure || retryAt !== status.retryAt;
}
