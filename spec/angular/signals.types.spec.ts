import { type Signal, signal } from '@angular/core';
import { it } from '@jest/globals';
import type { V1Pod } from '@kubernetes/client-node';
import { expectTypeOf } from 'expect-type';
import {
  type InformerSignals,
  injectInformer,
  injectState,
  injectView,
  type RowOf,
  type ViewSignals,
} from '../../lib/angular/index.js';
import { core, type MetadataOnly, type Only, type Plain } from '../../lib/kubernetes/index.js';
import { type OrderKey, orderBy, project, search, slice, where } from '../../lib/views/index.js';

type Pod = Plain<V1Pod>;

it('what is injected has the types of its resource, its indexes and its fields', () => {
  const check = () => {
    expectTypeOf(injectInformer({ resource: core.pods })).toEqualTypeOf<InformerSignals<Pod>>();
    const node = (pod: Pod) => (pod.spec?.nodeName === undefined ? [] : [pod.spec.nodeName]);
    const indexed = injectInformer({ resource: core.pods, namespace: signal('shop'), indexers: { node } });
    expectTypeOf(indexed).toEqualTypeOf<InformerSignals<Pod, 'node'>>();
    // @ts-expect-error there is no such index
    indexed.snapshot().byIndex('zone', 'a');

    const few = injectInformer({ resource: core.pods, fields: ['spec.nodeName', 'metadata.labels'] });
    expectTypeOf(few.rows).toEqualTypeOf<Signal<readonly Only<Pod, 'spec.nodeName' | 'metadata.labels'>[]>>();
    // @ts-expect-error the field is not kept
    few.rows()[0]?.status;
    // @ts-expect-error there is no such field
    injectInformer({ resource: core.pods, fields: ['spec.nodename'] });

    const metadata = injectInformer({ resource: core.pods, metadataOnly: true });
    expectTypeOf(metadata).toEqualTypeOf<InformerSignals<MetadataOnly<Pod>>>();

    // @ts-expect-error the transport is that of provideInformers
    injectInformer({ resource: core.pods, transport: undefined });
    // @ts-expect-error a number is no namespace
    injectInformer({ resource: core.pods, namespace: signal(1) });
  };
  expectTypeOf(check).toBeFunction();
});

it('options that a function gives have the same types', () => {
  const check = () => {
    const isOpen = signal(false);
    expectTypeOf(injectInformer(() => (isOpen() ? { resource: core.pods } : undefined))).toEqualTypeOf<
      InformerSignals<Pod>
    >();
    expectTypeOf(injectInformer(() => ({ resource: core.pods, fields: ['spec.nodeName'] }))).toEqualTypeOf<
      InformerSignals<Only<Pod, 'spec.nodeName'>>
    >();
  };
  expectTypeOf(check).toBeFunction();
});

it('views and states have the types that their operators give', () => {
  const check = (pods: InformerSignals<Only<Pod, 'spec.nodeName'>, 'node'>) => {
    const text = signal('');
    const window = signal({ start: 0, end: 50 });
    const table = injectView(pods, (commits$, live) =>
      commits$.pipe(
        where(({ spec }) => spec?.nodeName),
        search(live(text), ({ metadata }) => metadata.name),
        orderBy(({ metadata }) => metadata.name),
        slice(live(window)),
        project(({ spec }) => spec?.nodeName),
      ),
    );
    expectTypeOf(table).toEqualTypeOf<ViewSignals<string | undefined>>();
    expectTypeOf(injectView(pods, (commits$) => commits$.pipe(slice(0, 1)))).toEqualTypeOf<
      ViewSignals<Only<Pod, 'spec.nodeName'>>
    >();
    const sort = signal<OrderKey<RowOf<typeof pods>>>(({ spec }) => spec?.nodeName);
    const sorted = injectView(pods, (commits$, live) => commits$.pipe(orderBy(live(sort))));
    expectTypeOf<RowOf<typeof sorted>>().toEqualTypeOf<Only<Pod, 'spec.nodeName'>>();
    // @ts-expect-error what is no view has no rows
    injectView(pods, (commits$) => commits$);
    expectTypeOf(injectState(pods, (_, live) => live(text))).toEqualTypeOf<Signal<string | undefined>>();
  };
  expectTypeOf(check).toBeFunction();
});
