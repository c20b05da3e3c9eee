import { it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import type { Consumption, Informer } from '../../lib/informer/index.js';
import type { Change, Snapshot } from '../../lib/store/index.js';
import type { Pod } from '../support/informer-bench.js';

/** These are checked by `npm run types`; here they only run through. */
type Pods = Informer<Pod, 'node'>;
type Scheduled = Pod & { readonly spec: { readonly nodeName: string } };

it('waitFor narrows by a type guard, and by what the compiler sees itself', () => {
  (pods: Pods) => {
    const isScheduled = (pod: Pod | undefined): pod is Scheduled => pod?.spec?.nodeName !== undefined;
    expectTypeOf(pods.waitFor('shop/a', isScheduled)).toEqualTypeOf<Promise<Scheduled>>();
    expectTypeOf(pods.waitFor('shop/a', (pod) => pod !== undefined)).toEqualTypeOf<Promise<Pod>>();
    expectTypeOf(pods.waitFor('shop/a', (pod) => pod === undefined)).toEqualTypeOf<Promise<undefined>>();
    expectTypeOf(pods.waitFor('shop/a', (pod) => pod?.status?.phase === 'Running')).toEqualTypeOf<
      Promise<Pod | undefined>
    >();
    // May be asked through what is optional.
    void pods.waitFor('shop/a', (pod) => pod?.status?.conditions?.some(({ status }) => status === 'True'));
    // @ts-expect-error A promise is always true.
    void pods.waitFor('shop/a', async () => true);
  };
});

it('atLeast gives the snapshot with its indexes', () => {
  (pods: Pods) => {
    expectTypeOf(pods.atLeast('1')).toEqualTypeOf<Promise<Snapshot<Pod, 'node'>>>();
  };
});

it('consume tells events by type', () => {
  (pods: Pods) => {
    const consumption = pods.consume(
      async (event) => {
        expectTypeOf(event).toEqualTypeOf<Change<Pod>>();
        if (event.type === 'update') expectTypeOf(event.previous).toEqualTypeOf<Pod>();
        if (event.type === 'add') expectTypeOf(event.previous).toEqualTypeOf<undefined>();
      },
      { concurrency: 4, keep: 'latest', resyncPeriod: 1000 },
    );
    expectTypeOf(consumption).toEqualTypeOf<Consumption>();
    // @ts-expect-error There is no third way.
    pods.consume(async () => {}, { keep: 'some' });
  };
});
