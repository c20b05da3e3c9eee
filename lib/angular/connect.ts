import { effect, inject, NgZone, PendingTasks, PLATFORM_ID, type Signal, untracked } from '@angular/core';
import { finalize, type Observable, type Subscription, takeWhile } from 'rxjs';
import type { InformerStatus } from '../reflector/index.js';
import type { Feed } from './feed.js';
import type { Registry } from './registry.js';

/** Keeps what is asked for connected, as long as the injection context lasts. */
export function connect(feed: Signal<Feed | undefined>, { leases, scheduler, connectOnServer }: Registry): void {
  const isOnServer = inject(PLATFORM_ID) === 'server';
  if (isOnServer && !connectOnServer) return;
  const zone = inject(NgZone);
  const tasks = inject(PendingTasks);
  effect((onCleanup) => {
    const now = feed();
    if (now === undefined) return;
    const connection = untracked(() => zone.runOutsideAngular(() => now.connect(leases, scheduler)));
    if (isOnServer) holdBack(tasks, untracked(now.informer).status$, connection);
    onCleanup(() => zone.runOutsideAngular(() => connection.unsubscribe()));
  });
}

/** A page that a server renders waits until it is known what to show, or what is wrong. */
function holdBack(tasks: PendingTasks, status$: Observable<InformerStatus>, connection: Subscription): void {
  const isKnown = ({ synced, failure }: InformerStatus) => synced || failure !== undefined;
  connection.add(
    status$
      .pipe(
        takeWhile((status) => !isKnown(status)),
        finalize(tasks.add()),
      )
      .subscribe(),
  );
}
