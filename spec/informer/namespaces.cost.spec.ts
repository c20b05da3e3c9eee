import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LeastFar } from '../../lib/informer/least-far.js';
import { MergedStatus } from '../../lib/informer/merged-status.js';
import { NamespacesBench, podIn } from '../support/namespaces-bench.js';
import { runs } from '../support/runs.js';
import { errorEvent, event } from '../support/scripted-server.js';
import { stepsOver } from '../support/steps.js';
import { settled } from '../support/virtual-time.js';

/** An informer of so many namespaces, with a pod in each. */
async function live(size: number): Promise<NamespacesBench> {
  const namespaces = Array.from({ length: size }, (_, i) => `n${i}`);
  const bench = new NamespacesBench(namespaces);
  bench.informer.start();
  await settled();
  for (const [i, namespace] of namespaces.entries()) {
    bench
      .at(namespace)
      .json({ kind: 'PodList', metadata: { resourceVersion: String(i + 1) }, items: [podIn(namespace, 'x', 1)] });
    bench.at(namespace).open();
  }
  await settled();
  expect(bench.informer.status.phase).toBe('live');
  return bench;
}

describe('informer of several namespaces: what it costs does not depend on how many there are', () => {
  it.each<[string, (bench: NamespacesBench) => Promise<void>]>([
    [
      'an event of the namespace that is known least far',
      async (bench) => {
        bench.at('n0').send(event('MODIFIED', podIn('n0', 'x', 9000)));
        await settled();
        expect(bench.informer.snapshot.get('n0/x')?.metadata.resourceVersion).toBe('9000');
      },
    ],
    [
      'a word of one about how it is',
      async (bench) => {
        bench.at('n5').send(errorEvent(500, 'InternalError'));
        await settled();
        expect(bench.informer.status.phase).toBe('retrying');
      },
    ],
  ])('%s', async (_what, work) => {
    const few = await live(10);
    const many = await live(200);
    const steps = await stepsOver(() => work(few));
    expect(await stepsOver(() => work(many))).toBeLessThanOrEqual(steps + 10);
  });

  it('what objects of different namespaces have in common is held once', async () => {
    const bench = new NamespacesBench(['n0', 'n1']);
    bench.informer.start();
    await settled();
    const spec = { containers: [{ name: 'main', image: 'registry.example/of/both:1' }] };
    for (const namespace of ['n0', 'n1']) await bench.list(namespace, 1, podIn(namespace, 'x', 1, { spec }));
    const specs = ['n0/x', 'n1/x'].map((key) => bench.informer.snapshot.get(key)?.spec);
    expect(specs[0]).toEqual(spec);
    expect(specs[1]).toBe(specs[0]);
  });

  it('the first list of one', async () => {
    const listing = async (size: number) => {
      const bench = new NamespacesBench(Array.from({ length: size }, (_, i) => `n${i}`));
      bench.informer.start();
      await settled();
      return stepsOver(() => bench.list('n3', 10, podIn('n3', 'x', 1)));
    };
    expect(await listing(200)).toBeLessThanOrEqual((await listing(10)) + 10);
  });
});

describe('LeastFar', () => {
  it('gives one that nobody is less far than, whatever goes on, back, comes and goes', () => {
    const moves = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(20))), { maxLength: 60 });
    fc.assert(
      fc.property(moves, (all) => {
        const heap = new LeastFar<{ resourceVersion: string }>();
        const parts = Array.from({ length: 6 }, () => ({ resourceVersion: '' }));
        const present = new Set<{ resourceVersion: string }>();
        for (const [i, version] of all) {
          const part = parts[i] ?? { resourceVersion: '' };
          if (version === null) {
            heap.delete(part);
            present.delete(part);
          } else {
            part.resourceVersion = String(version + 1); // "0" is no version
            heap.moved(part);
            present.add(part);
          }
          const least = Math.min(...[...present].map(({ resourceVersion }) => Number(resourceVersion)));
          expect(heap.first?.resourceVersion).toBe(present.size === 0 ? undefined : String(least));
        }
      }),
      runs,
    );
  });
});

describe('MergedStatus', () => {
  it('says since when the oldest is old, exactly, while some come and go', () => {
    const merged = new MergedStatus();
    const part = (staleSince: number) => ({ phase: 'retrying', synced: true, since: 0, staleSince }) as const;
    const parts = [part(30), part(10), part(20), part(10)];
    const said: unknown[] = [];
    for (const each of parts) merged.replace(undefined, each);
    for (const each of parts.slice(1)) {
      said.push(merged.status(true, 0).staleSince);
      merged.replace(each, undefined);
    }
    said.push(merged.status(true, 0).staleSince);
    expect(said).toEqual([10, 10, 10, 30]);
  });
});
