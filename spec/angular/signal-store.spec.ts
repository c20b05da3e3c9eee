import { computed, createEnvironmentInjector } from '@angular/core';
import { afterEach, expect, it } from '@jest/globals';
import { patchState, signalStore, withComputed, withMethods, withProps, withState } from '@ngrx/signals';
import { injectInformer, injectView } from '../../lib/angular/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { project, search } from '../../lib/views/index.js';
import { pod } from '../support/scripted-server.js';
import { Bench } from './support/bench.js';

let bench: Bench;
afterEach(() => bench.close());

const PodsStore = signalStore(
  withState({ namespace: 'a', text: '' }),
  withProps(({ namespace }) => ({ pods: injectInformer({ resource: core.pods, namespace }) })),
  withProps(({ pods, text }) => ({
    table: injectView(pods, (commits$, live) =>
      commits$.pipe(
        search(live(text), ({ metadata }) => metadata.name),
        project(({ metadata }) => metadata.name),
      ),
    ),
  })),
  withComputed(({ table, pods }) => ({ summary: computed(() => `${table.total()} of ${pods.snapshot().size}`) })),
  withMethods((store) => ({
    visit: (namespace: string) => patchState(store, { namespace }),
    find: (text: string) => patchState(store, { text }),
  })),
);

it("NgRx's signalStore holds an informer and a view as props, and L9: lets go of them with its injector", async () => {
  bench = await Bench.open();
  const { page, server } = bench;
  const injector = createEnvironmentInjector([PodsStore], page.app.injector);
  const store = injector.get(PodsStore);
  page.tick();
  await bench.list('a', pod('web', 1), pod('db', 2));
  expect([store.table.rows(), store.summary()]).toEqual([['db', 'web'], '2 of 2']);
  store.find('web');
  page.tick();
  expect([store.table.rows(), store.summary()]).toEqual([['web'], '1 of 2']);
  store.visit('b');
  expect([store.table.rows(), store.summary()]).toEqual([[], '0 of 0']);
  page.tick();
  await bench.list('b', pod('web-b', 1));
  expect(store.table.rows()).toEqual(['web-b']);
  injector.destroy();
  expect(server.open).toEqual([]);
});
