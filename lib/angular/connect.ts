import { effect, inject, NgZone, PendingTasks, PLATFORM_ID, type Signal, untracked } from '@angular/core';
import { finalize, type Observable, type Subscription, takeWhile } from 'rxjs';
import type { InformerStatus } from '../reflector/index.js';
import type { Feed } from './feed.js';
import type { Registry } from './registry.js';

/**
 * Keeps what a signal gives connected, and only that, as long as the injection context lasts: outside of the Angular zone, and not on a server,
 * unless that is wanted.
 */
export function keepConnected<C>(
  signal: Signal<C | undefined>,
  registry: Registry | undefined,
  connect: (now: C) => Subscription,
): void {
  if (isOnServer() && registry?.connectOnServer !== true) return;
  const zone = inject(NgZone);
  effect((onCleanup) => {
    const now = signal();
    if (now === undefined) return;
    const connection = untracked(() => zone.runOutsideAngular(() => connect(now)));
    onCleanup(() => zone.runOutsideAngular(() => connection.unsubscribe()));
  });
}

/** A page that a server renders waits until it is known what to show, or what is wrong. */
export function connectFeed(feed: Signal<Feed | undefined>, registry: Registry): void {
  const tasks = isOnServer() ? inject(PendingTasks) : undefined;
  keepConnected(feed, registry, (now) => {
    const connection = now.connect(registry.leases, registry.scheduler);
    if (tasks !== undefined) connection.add(holdBack(tasks, now.informer().status$));
    return connection;
  });
}

function isOnServer(): boolean {
  return inject(PLATFORM_ID) === 'server';
}

function holdBack(tasks: PendingTasks, status$: Observable<InformerStatus>): Subscription {
  const isUnknown = ({ synced, failure }: InformerStatus) => !synced && failure === undefined;
  return status$.pipe(takeWhile(isUnknown), finalize(tasks.add())).subscribe();
}
