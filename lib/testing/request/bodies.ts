import {
  concat,
  concatMap,
  defer,
  delay,
  EMPTY,
  filter,
  from,
  type MonoTypeOperatorFunction,
  map,
  NEVER,
  Observable,
  of,
  type SchedulerLike,
  type Subscription,
  takeWhile,
  tap,
  throwError,
} from 'rxjs';
import { type Random, whole } from '../random.js';
import { reset } from './answers.js';

/** What happens to a body on its way. */
export type BodyFault = MonoTypeOperatorFunction<Uint8Array>;

/** What comes when a body is cut off. */
export type CutOff = 'reset' | 'end' | 'silence';

/** Lets so many bytes through, and then that comes. A body that ends before is not touched. */
export function cutAfter(bytes: number, how: CutOff): BodyFault {
  return (body$) =>
    defer(() => {
      let left = bytes;
      const before$ = body$.pipe(
        map((chunk) => chunk.subarray(0, left)),
        tap(({ length }) => {
          left -= length;
        }),
        takeWhile(() => left > 0, true),
        filter(({ length }) => length > 0),
      );
      return concat(
        before$,
        defer(() => (left > 0 ? EMPTY : after(how))),
      );
    });
}

function after(how: CutOff): Observable<never> {
  switch (how) {
    case 'reset':
      return throwError(reset);
    case 'end':
      return EMPTY;
    case 'silence':
      return NEVER;
  }
}

const MOST_PIECES = 5;
const LONGEST_GAP_MS = 300;

/** Tears each chunk at any byte, into up to five pieces; half of them come a little later than the one before. */
export function tear(random: Random, scheduler: SchedulerLike): BodyFault {
  return concatMap((chunk: Uint8Array) =>
    from(torn(chunk, random)).pipe(
      concatMap((piece) => (random() < 0.5 ? of(piece) : later(piece, whole(random, LONGEST_GAP_MS), scheduler))),
    ),
  );
}

function torn(chunk: Uint8Array, random: Random): Uint8Array[] {
  const cuts = Array.from({ length: whole(random, MOST_PIECES) }, () => whole(random, chunk.length));
  const edges = [0, ...cuts.sort((a, b) => a - b), chunk.length];
  return edges.slice(1).map((end, i) => chunk.subarray(edges[i], end));
}

function later(piece: Uint8Array, ms: number, scheduler: SchedulerLike): Observable<Uint8Array> {
  return of(piece).pipe(delay(ms, scheduler));
}

/** How often a slow connection brings something. */
const SLOW_TICK_MS = 1000;

/** So many bytes a second. */
export function slow(bytesPerSecond: number, scheduler: SchedulerLike): BodyFault {
  return concatMap((chunk: Uint8Array) =>
    from(sliced(chunk, bytesPerSecond)).pipe(concatMap((piece) => later(piece, SLOW_TICK_MS, scheduler))),
  );
}

function sliced(chunk: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(chunk.length / size) }, (_, i) => chunk.subarray(i * size, (i + 1) * size));
}

/** Brings at once what came within so many milliseconds of its first byte. */
export function merge(ms: number, scheduler: SchedulerLike): BodyFault {
  return (body$) =>
    new Observable((reader) => {
      let chunks: Uint8Array[] = [];
      let timer: Subscription | undefined;
      const flush = () => {
        timer?.unsubscribe();
        timer = undefined;
        if (chunks.length > 0) reader.next(joined(chunks.splice(0)));
      };
      reader.add(() => timer?.unsubscribe());
      reader.add(
        body$.subscribe({
          next: (chunk) => {
            chunks.push(chunk);
            timer ??= scheduler.schedule(flush, ms);
          },
          error: (error) => {
            chunks = [];
            reader.error(error);
          },
          complete: () => {
            flush();
            reader.complete();
          },
        }),
      );
    });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Ends a body properly after a time. */
export function endAfter(ms: number, scheduler: SchedulerLike, lastWords: readonly Uint8Array[] = []): BodyFault {
  return (body$) =>
    new Observable((reader) => {
      reader.add(
        scheduler.schedule(() => {
          for (const chunk of lastWords) reader.next(chunk);
          reader.complete();
        }, ms),
      );
      reader.add(body$.subscribe(reader));
    });
}
