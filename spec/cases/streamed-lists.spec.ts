import { describe, expect } from '@jest/globals';
import { CaseBench, MINUTE, SECOND } from './support/case-bench.js';
import { inEachOf, reported } from './support/reported.js';
import { type Answer, bm, end, err, ev, hang, hdr, http, list, mark, refused, rst, wait } from './support/words.js';

const added = (names: Readonly<Record<string, number>>) =>
  Object.entries(names).map(([name, version]) => ev('ADDED', name, version));
const whole = { a: 1, b: 2, c: 3 };
const half = added({ a: 1, ghost: 2 });
const idle: Answer = [hdr, hang];

describe('reported failures: streamed lists', () => {
  reported(
    'B91: a streamed list is taken as whole at its mark only; a server that cannot is asked for pages',
    async () => {
      const busy = Array.from({ length: 100 }, (_, i) => [wait(SECOND), ev('MODIFIED', 'a', 100 + i)]).flat();
      const traps: Record<string, Answer> = {
        '400': [http(400)],
        '422': [http(422)],
        '403': [http(403)],
        '500': [http(500)],
        'objects and no mark': [hdr, ...half, hang],
        'nothing at all': [hdr, hang],
        'a bookmark without the mark': [hdr, ...half, bm(10), hang],
        'changes without end, and no mark': [hdr, ...half, ...busy, hang],
        'an end before the mark': [hdr, ...half, end],
        'a reset before the mark': [hdr, ...half, rst],
        'an error before the mark': [hdr, ...half, err(500), end],
        '410 before the mark': [hdr, ...half, err(410), end],
        'no headers': [hang],
        'a refused connection': [refused],
      };
      await inEachOf(traps, async (trap) => {
        // The first list, and a later one, of which a part must not delete what it does not have.
        const bench = new CaseBench({
          S: [trap],
          L: [list(10, whole), list(90, { ...whole, d: 80 })],
          W: [[hdr, wait(20 * SECOND), err(410)], idle],
        });
        await bench.pass(19 * SECOND);
        expect(bench.snapshots).toEqual(['10: a@1 b@2 c@3']);
        await bench.pass(2 * MINUTE);
        expect(bench.snapshots).toEqual(['10: a@1 b@2 c@3', '90: a@1 b@2 c@3 d@80']);
        expect(bench.events).toEqual(['add a@1 initially', 'add b@2 initially', 'add c@3 initially', 'add d@80']);
        expect(bench.status).toMatchObject({ phase: 'live', synced: true });
        expect(bench.between(0, MINUTE)).toBeLessThanOrEqual(12);
      });
      // One that is slow is not given up while it goes on: events of a busy cluster may take 100 s.
      const slowly = Array.from({ length: 25 }, (_, i) => [wait(4 * SECOND), ev('ADDED', `p${i}`, 5)]).flat();
      const works: Record<string, Answer> = {
        'at once': [hdr, ...added(whole), mark(10), hang],
        'in 100 s': [hdr, ...slowly, ...added(whole), mark(10), hang],
        'and then broken': [hdr, ...added(whole), mark(10), wait(20 * SECOND), rst],
      };
      await inEachOf(works, async (stream) => {
        const bench = new CaseBench({ S: [stream], L: [[refused]], W: [idle] });
        await bench.pass(3 * MINUTE);
        expect(bench.snapshots).toHaveLength(1);
        expect(bench.snapshots[0]).toMatch(/^10: a@1 b@2 c@3/);
        expect(bench.askedFor('list')).toEqual([]);
        expect(bench.askedFor('watch').every(({ query }) => query.resourceVersion === '10')).toBe(true);
        expect(bench.status).toMatchObject({ phase: 'live' });
      });
    },
  );
});
