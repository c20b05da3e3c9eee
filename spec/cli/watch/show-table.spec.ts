import { afterEach, describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { Subscription } from 'rxjs';
import { podColumns } from '../../../lib/cli/columns/pods.js';
import { showTable } from '../../../lib/cli/watch/show-table.js';
import { Terminal } from '../../../lib/cli/watch/terminal.js';
import { InformerBench } from '../../support/informer-bench.js';
import { event, pod } from '../../support/scripted-server.js';
import { FakeKeyboard, FakeOutput } from '../support/console.js';

const ENTER = '\u001b[?1049h';
const LEAVE = '\u001b[?25h\u001b[?1049l';

const created = (name: string, version: number) =>
  pod(name, version, { metadata: { ...pod(name, version).metadata, creationTimestamp: '1970-01-01T00:00:00Z' } });

/** A table of pods on a terminal that the test reads. */
class TableBench extends InformerBench {
  readonly stdout = new FakeOutput({ columns: 100, rows: 10 });
  readonly stdin = new FakeKeyboard();
  readonly shown = new Subscription();
  completed = false;

  constructor() {
    super();
    const options = { title: 'pods in shop', noun: { one: 'pod', many: 'pods' }, columns: podColumns, note: () => '' };
    const terminal = new Terminal(this.stdin, this.stdout);
    this.shown.add(
      showTable(this.informer, options, terminal, new Chalk({ level: 0 }), this.clock).subscribe({
        complete: () => {
          this.completed = true;
        },
      }),
    );
  }

  /** What was written since this was asked last. */
  written(): string {
    const { text } = this.stdout;
    this.stdout.text = '';
    return text;
  }

  async press(keys: string): Promise<void> {
    this.stdin.type(keys);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('showTable', () => {
  let bench: TableBench | undefined;
  afterEach(() => bench?.shown.unsubscribe());

  it('borrows the screen, says what it waits for, then shows what there is', async () => {
    bench = new TableBench();
    expect(bench.written()).toMatch(/^\p{Cc}\[\?1049h.*pods in shop.*\nlisting\n/su);
    await bench.goLive(10, created('a', 1), created('b', 2));
    bench.clock.advance(100);
    expect(bench.written()).toMatch(/ a +0\/0 .* b +0\/0 .*live · 2 pods · resourceVersion 10/s);
  });

  it('draws at most ten pictures a second, however much happens', async () => {
    bench = new TableBench();
    await bench.goLive(10, created('a', 1));
    bench.clock.advance(1000);
    bench.written();
    let pictures = 0;
    for (let version = 11; version < 1011; version++) {
      await bench.send(event('MODIFIED', created('a', version)));
      if (version % 100 === 10) {
        bench.clock.advance(100);
        pictures += bench.written().split('\u001b[?2026h').length - 1;
      }
    }
    expect(pictures).toBeGreaterThan(5);
    expect(pictures).toBeLessThanOrEqual(11);
  });

  it('ticks once a second while nothing happens: ages grow', async () => {
    bench = new TableBench();
    await bench.goLive(10, created('a', 1));
    bench.clock.advance(5000);
    bench.written();
    bench.clock.advance(1000);
    expect(bench.written()).toMatch(/ a .* 6s /);
  });

  it('shows what went for two seconds more', async () => {
    bench = new TableBench();
    await bench.goLive(10, created('a', 1), created('b', 2));
    bench.clock.advance(1000);
    await bench.send(event('DELETED', created('b', 11)));
    bench.clock.advance(500);
    expect(bench.written()).toMatch(/- b /);
    bench.clock.advance(3000);
    expect(bench.written()).toMatch(/live · 1 pod ·/);
    bench.clock.advance(1000);
    expect(bench.written()).not.toMatch(/ b /);
  });

  it('scrolls by keys', async () => {
    bench = new TableBench();
    await bench.goLive(10, ...Array.from({ length: 20 }, (_, index) => created(`p${index + 10}`, index + 1)));
    bench.clock.advance(1000);
    bench.written();
    await bench.press('\u001b[B\u001b[B');
    bench.clock.advance(100);
    expect(bench.written()).toMatch(/ p12 .* p16 .*… 13 more · 2 above/s);
    await bench.press('G');
    bench.clock.advance(100);
    expect(bench.written()).toMatch(/ p29 .* 15 above/s);
  });

  it('draws anew when the size of the terminal changes', async () => {
    bench = new TableBench();
    await bench.goLive(10, created('a', 1));
    bench.clock.advance(1000);
    bench.written();
    bench.stdout.columns = 20;
    bench.stdout.emit('resize');
    bench.clock.advance(1000);
    expect(bench.written()).toMatch(/^\p{Cc}\[2J\p{Cc}\[H.*pods in shop\n {2}NAME +READY +ST…\n/su);
  });

  it.each(['q', '\u0003'])('%j quits: the screen, the cursor and the keyboard are given back', async (key) => {
    bench = new TableBench();
    expect([bench.stdin.raw, bench.written().startsWith(ENTER)]).toEqual([true, true]);
    await bench.press(key);
    expect([bench.completed, bench.stdin.raw, bench.stdin.isPaused()]).toEqual([true, false, true]);
    expect(bench.written().endsWith(LEAVE)).toBe(true);
    bench.clock.advance(10_000);
    expect(bench.written()).toBe('');
    expect(bench.server.open).toEqual([]);
  });

  it('L9: unsubscribing gives all back too, and nothing is written later', async () => {
    bench = new TableBench();
    await bench.goLive(10, created('a', 1));
    bench.shown.unsubscribe();
    expect([bench.stdin.raw, bench.written().endsWith(LEAVE)]).toEqual([false, true]);
    bench.stdout.emit('resize');
    bench.clock.advance(10_000);
    expect(bench.written()).toBe('');
    expect(bench.server.open).toEqual([]);
  });
});
