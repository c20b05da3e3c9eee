import type { InformerStatus } from '../../reflector/index.js';
import { duration } from '../text/age.js';
import { sentences } from '../text/sentences.js';

/** Such as `pod` and `pods`. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** What the status line says beside the informer's status. */
export interface Facts {
  /** What an object is called, and what many are. */
  readonly noun: Noun;
  readonly objects: number;
  /** The snapshot's; '' before there is one. */
  readonly resourceVersion: string;
  readonly eventsPerSecond: number;
}

/**
 * What an informer is doing, how far it is, how old what it shows is, and what is wrong, in words.
 *
 * @param now epoch milliseconds
 */
export function statusSentence(status: InformerStatus, facts: Facts, now: number): string {
  return [headline(status, now), staleness(status, now), ...figures(status, facts)]
    .filter((part) => part !== '')
    .join(' · ');
}

/** What is wrong, and what to do about it; '' when nothing is. */
export function problemSentence({ failure }: InformerStatus): string {
  return failure === undefined ? '' : sentences(failure.message, failure.advice);
}

function headline(status: InformerStatus, now: number): string {
  switch (status.phase) {
    case 'idle':
      return 'not connected';
    case 'listing':
      return `${status.synced ? 'listing again' : 'listing'}${progress(status)}`;
    case 'live':
      return status.failure === undefined ? 'live' : 'live, but not all is well';
    case 'retrying':
      return `retrying ${when(status, now)}${status.attempt ? ` (attempt ${status.attempt})` : ''}`;
    case 'stopped':
      return 'stopped';
  }
}

function progress({ received = 0, remaining }: InformerStatus): string {
  if (remaining !== undefined) return `: ${grouped(received)} of about ${grouped(received + remaining)} received`;
  return received === 0 ? '' : `: ${grouped(received)} received`;
}

function when({ retryAt }: InformerStatus, now: number): string {
  if (retryAt === undefined || retryAt <= now) return 'now';
  return `in ${duration(retryAt - now + 999)}`;
}

/** How old what is shown is, where it is not live; '' where it is, or was a moment ago, or where there is nothing yet. */
export function staleness({ phase, synced, staleSince }: InformerStatus, now: number): string {
  if (phase === 'live' || !synced || staleSince === undefined || now - staleSince < 1000) return '';
  return `data is ${duration(now - staleSince)} old`;
}

function figures({ synced }: InformerStatus, { noun, objects, resourceVersion, eventsPerSecond }: Facts): string[] {
  if (!synced) return [];
  return [
    `${grouped(objects)} ${objects === 1 ? noun.one : noun.many}`,
    `resourceVersion ${resourceVersion}`,
    `${eventsPerSecond >= 10 ? Math.round(eventsPerSecond) : eventsPerSecond.toFixed(1)} events/s`,
  ];
}

/** 12345 as 12,345. */
function grouped(number: number): string {
  return number.toLocaleString('en-US');
}
