import type { ChalkInstance } from 'chalk';
import { filter, interval, merge, Observable, type SchedulerLike, tap, throttleTime } from 'rxjs';
import type { Informer } from '../../informer/index.js';
import type { Commit } from '../../store/index.js';
import type { Column } from '../columns/column.js';
import { countEvents, type EventCounts, eventsPerSecond } from './event-rate.js';
import { frame } from './frame.js';
import { type Key, scrolled } from './keys.js';
import { Marks } from './marks.js';
import type { Noun } from './status-sentence.js';
import type { Terminal } from './terminal.js';

export interface TableOptions<T> {
  readonly title: string;
  readonly noun: Noun;
  readonly columns: readonly Column<T>[];
  /** A further line above the status, if there is anything to say. */
  readonly note: (now: number) => string;
}

/** Milliseconds between two pictures at least, however much happens, and at most, since ages tick. */
const SHORTEST_MS = 100;
const LONGEST_MS = 1000;

/**
 * Shows an informer's objects on a terminal, for as long as it is subscribed; completes when the user quits. However much happens,
 * there is one timer.
 */
export function showTable<T>(
  informer: Informer<T>,
  options: TableOptions<T>,
  terminal: Terminal,
  paint: ChalkInstance,
  scheduler: SchedulerLike,
): Observable<never> {
  return new Observable((subscriber) => {
    const table = new Table(informer, options, terminal, paint, scheduler);
    terminal.open();
    subscriber.add(() => terminal.close());
    const news$ = merge(
      informer.changes$.pipe(tap((commit) => table.take(commit))),
      informer.status$,
      terminal.resize$.pipe(tap(() => terminal.clear())),
      terminal.keys$.pipe(
        tap((key) => (key === 'quit' ? subscriber.complete() : table.scroll(key))),
        filter((key) => key !== 'quit'),
      ),
      interval(LONGEST_MS, scheduler),
    );
    subscriber.add(
      news$
        .pipe(throttleTime(SHORTEST_MS, scheduler, { leading: true, trailing: true }))
        .subscribe({ next: () => table.draw(), error: (error: unknown) => subscriber.error(error) }),
    );
  });
}

/** What is remembered from one picture to the next. */
class Table<T> {
  readonly #informer: Informer<T>;
  readonly #options: TableOptions<T>;
  readonly #terminal: Terminal;
  readonly #paint: ChalkInstance;
  readonly #scheduler: SchedulerLike;
  readonly #marks = new Marks<T>();
  readonly #since: number;
  #counts: EventCounts = [];
  #scroll = 0;
  #room = 0;
  #widths: readonly number[] = [];

  constructor(
    informer: Informer<T>,
    options: TableOptions<T>,
    terminal: Terminal,
    paint: ChalkInstance,
    scheduler: SchedulerLike,
  ) {
    this.#informer = informer;
    this.#options = options;
    this.#terminal = terminal;
    this.#paint = paint;
    this.#scheduler = scheduler;
    this.#since = scheduler.now();
  }

  take({ changes }: Commit<T, never>): void {
    const now = this.#scheduler.now();
    this.#marks.note(changes, now);
    this.#counts = countEvents(this.#counts, changes.filter(({ isInInitialList }) => !isInInitialList).length, now);
  }

  scroll(key: Exclude<Key, 'quit'>): void {
    this.#scroll = scrolled(this.#scroll, key, this.#room);
  }

  draw(): void {
    const now = this.#scheduler.now();
    this.#marks.expire(now);
    const { title, noun, columns, note } = this.#options;
    const { snapshot, status } = this.#informer;
    const scene = {
      ...{ title, noun, columns, snapshot, status, marks: this.#marks, note: note(now) },
      ...{ scroll: this.#scroll, widths: this.#widths },
      eventsPerSecond: eventsPerSecond(this.#counts, this.#since, now),
    };
    const { lines, scroll, room, widths } = frame(scene, this.#terminal.size, this.#paint, now);
    this.#terminal.draw(lines);
    this.#scroll = scroll;
    this.#room = room;
    this.#widths = widths;
  }
}
