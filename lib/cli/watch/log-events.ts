import { Observable, type SchedulerLike } from 'rxjs';
import type { Informer } from '../../informer/index.js';
import type { Change } from '../../store/index.js';
import { announce, NOTHING_SAID } from './announce.js';

/** How many characters are written at once, about. */
const CHUNK = 64 * 1024;

export interface LogOptions<T> {
  /** An event as a line, without its end. */
  readonly lineOf: (change: Change<T>, now: number) => string;
  readonly write: (text: string) => void;
  /** Told what is wrong with the informer, and when it is well again. */
  readonly say: (sentence: string) => void;
}

/** Writes a line for each event of an informer, for as long as it is subscribed. */
export function logEvents<T>(
  informer: Informer<T>,
  options: LogOptions<T>,
  scheduler: SchedulerLike,
): Observable<never> {
  return new Observable((subscriber) => {
    let said = NOTHING_SAID;
    subscriber.add(
      informer.changes$.subscribe(({ changes }) => {
        for (const text of chunks(changes, (change) => options.lineOf(change, scheduler.now()))) options.write(text);
      }),
    );
    subscriber.add(
      informer.status$.subscribe((status) => {
        const news = announce(said, status, scheduler.now());
        said = news.said;
        if (news.sentence !== undefined) options.say(news.sentence);
      }),
    );
  });
}

/** Lines, many at a time: a first list may have a hundred thousand. */
function* chunks<T>(items: readonly T[], lineOf: (item: T) => string): Iterable<string> {
  let text = '';
  for (const item of items) {
    text += `${lineOf(item)}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
