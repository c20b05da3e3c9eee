import type { SchedulerLike, Subscription } from 'rxjs';
import type { ApiError } from '../store/api-error.js';
import type { BodySink, BodySource } from './exchange.js';
import { errorFrame } from './frames.js';
import { refusalOf } from './status-response.js';

/** How often it is asked again whether an open watch may go on. */
export interface RecheckTimes {
  /** Milliseconds between two questions, less up to a fifth, so that watches that began together do not ask together. */
  readonly everyMs: number;
  /** Milliseconds for which a watch goes on while nobody knows whether it may. */
  readonly graceMs: number;
  readonly scheduler: SchedulerLike;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** Milliseconds until the next question, when there was no answer. */
const AGAIN_MS = 5000;

type Body = (sink: BodySink) => BodySource;

/**
 * A watch that is asked about again and again while it goes on: when it may not go on, it ends with an ERROR event that says why.
 *
 * @param ask resolves when it may go on, rejects with what refuses it
 */
export function rechecked(body: Body, ask: () => Promise<unknown>, times: RecheckTimes): Body {
  return (sink) => new RecheckedBody(sink, body, ask, times);
}

class RecheckedBody implements BodySource, BodySink {
  private readonly source: BodySource;
  private full = false;
  private ended = false;
  private confirmedAt: number;
  private timer: Subscription | undefined;

  constructor(
    private readonly sink: BodySink,
    body: Body,
    private readonly ask: () => Promise<unknown>,
    private readonly times: RecheckTimes,
  ) {
    this.confirmedAt = times.scheduler.now();
    this.source = body(this);
    this.wait(this.interval());
  }

  write(chunk: Uint8Array): boolean {
    this.full = !this.sink.write(chunk);
    return !this.full;
  }

  end(): void {
    this.finish();
    this.sink.end();
  }

  abort(): void {
    this.finish();
    this.sink.abort();
  }

  resume(): void {
    this.full = false;
    this.source.resume();
  }

  stop(): void {
    this.finish();
    this.source.stop();
  }

  private finish(): void {
    this.ended = true;
    this.timer?.unsubscribe();
  }

  private interval(): number {
    const { everyMs, random } = this.times;
    return everyMs * (1 - random() / 5);
  }

  private wait(milliseconds: number): void {
    if (!this.ended) this.timer = this.times.scheduler.schedule(() => void this.check(), milliseconds);
  }

  private async check(): Promise<void> {
    const askedAt = this.times.scheduler.now();
    try {
      await this.ask();
      this.confirmedAt = askedAt;
      this.wait(this.interval());
    } catch (error) {
      // What is no refusal lets nobody go on either, once the grace is over.
      this.refused(refusalOf(error));
    }
  }

  private refused(error: ApiError): void {
    if (this.ended) return;
    const { scheduler, graceMs, everyMs } = this.times;
    const isKnown = error.status.code === 401 || error.status.code === 403;
    if (isKnown || scheduler.now() - this.confirmedAt >= graceMs) this.cut(error);
    else this.wait(Math.min(AGAIN_MS, everyMs));
  }

  /** Who does not read would not read the reason either. */
  private cut(error: ApiError): void {
    const isFull = this.full;
    this.stop();
    if (!isFull) this.sink.write(errorFrame(error));
    if (isFull) this.sink.abort();
    else this.sink.end();
  }
}
