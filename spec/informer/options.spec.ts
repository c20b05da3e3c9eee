import { describe, expect, it } from '@jest/globals';
import { KubeConfig } from '@kubernetes/client-node';
import { deltaFIFO } from '../../lib/delta/index.js';
import { createInformer, createInformerFactory, indexInto } from '../../lib/informer/index.js';
import { core } from '../../lib/kubernetes/index.js';
import { reflector } from '../../lib/reflector/index.js';
import { select } from '../../lib/views/index.js';
import { ScriptedServer } from '../support/scripted-server.js';

const transport = new ScriptedServer();
const right = { transport, resource: core.pods };

/** As a program without types may call it. */
type Untyped = never;

describe('options: what createInformer, a factory and reflector() refuse at the call, each in words', () => {
  it.each<[object, string]>([
    [{ transport: new KubeConfig() }, 'transport: a KubeConfig is no transport; use kubeConfigTransport(kubeConfig)'],
    [{ transport: 'http://x' }, 'transport: "http://x" is no transport; use fetchTransport({ baseUrl })'],
    [{ transport: {} }, 'transport: an object is no transport; give the way to the server'],
    [{ transport: undefined }, 'transport: missing; give the way to the server'],
    [{ resource: 'pods' }, 'resource: "pods" is no resource; say what to list and watch, such as core.pods'],
    [
      { labelSelector: { app: 'x' } },
      'labelSelector: {"app":"x"} is no text; write it as for kubectl, such as "tier=web',
    ],
    [{ fieldSelector: 5 }, 'fieldSelector: 5 is no text; write it as for kubectl, such as "spec.nodeName=worker-1"'],
    [{ labelselector: 'a' }, 'labelselector: %s has no such option; is labelSelector meant?'],
    [{ pagesize: 5 }, 'pagesize: %s has no such option; is pageSize meant?'],
    [{ timeoutSeconds: 5 }, 'timeoutSeconds: %s has no such option; it has transport, resource, namespace,'],
    [{ strict: 'no' }, 'strict: "no" is neither true nor false'],
    [{ silenceDeadlineMs: '5' }, 'silenceDeadlineMs: "5" is not a positive number of milliseconds'],
    [{ scheduler: {} }, 'scheduler: an object is no scheduler, such as asyncScheduler of RxJS'],
    [{ random: 5 }, 'random: 5 is not a function that gives a number in [0, 1)'],
    [
      { fields: ['spec.containers[0].image'] },
      'fields: "spec.containers[0].image" has a "[", as no name of a field has; a path through an array is about each of its elements',
    ],
    [
      { fields: ['status.phase', 'metadata.labels.app.kubernetes.io/name'] },
      'fields: "metadata.labels.app.kubernetes.io/name" would match nothing: dots part the names of fields, so that a key which has dots cannot be named; keep all of "metadata.labels"',
    ],
    [{ fields: ['spec.template.metadata.annotations.a.b'] }, 'keep all of "spec.template.metadata.annotations"'],
    [{ fields: ['spec.nodeSelector.kubernetes.io/os'] }, 'keep all of "spec.nodeSelector"'],
    [{ fields: ['spec.containers.*'] }, 'fields: "spec.containers.*" has a "*"'],
    [{ watchList: 'yes' }, `watchList: "yes" is none of 'auto', 'always' and 'never'`],
    [{ managedFields: true }, `managedFields: true is neither 'drop' nor 'keep'`],
  ])('%j', (options, message) => {
    const all = { ...right, ...options } as Untyped;
    expect(() => createInformer(all)).toThrow(message.replace('%s', 'createInformer'));
    expect(() => reflector(all)).toThrow(message.replace('%s', 'reflector'));
  });

  it.each<[object, string]>([
    [{ indexers: null }, 'indexers: null is no set of functions by the names of their indexes'],
    [{ indexers: [] }, 'indexers: a list is no set'],
    [{ indexers: { node: undefined } }, 'indexers.node: null is not a function'],
    [{ resyncPeroid: 5 }, 'resyncPeroid: %s has no such option; is resyncPeriod meant?'],
    [{ resyncPeriod: '50' }, 'resyncPeriod: "50" is not a number of milliseconds'],
    [{ keepAliveMs: '50' }, 'keepAliveMs: "50" is not a number of milliseconds'],
    [{ name: 5 }, 'name: 5 is no text'],
  ])('%j, of an informer', (options, message) => {
    const factory = createInformerFactory({ transport });
    expect(() => createInformer({ ...right, ...options } as Untyped)).toThrow(message.replace('%s', 'createInformer'));
    expect(() => factory.informer(core.pods, options as Untyped)).toThrow(message.replace('%s', 'factory.informer'));
  });

  it('those of a factory, and of one that has a factory', () => {
    const factory = createInformerFactory({ transport, pageSize: 5 });
    const make = (options: object) => () => createInformerFactory({ transport, ...options });
    expect(make({ pageSise: 5 })).toThrow('pageSise: createInformerFactory has no such option; is pageSize meant?');
    expect(make({ indexers: {} })).toThrow(
      'indexers: createInformerFactory has no such option; it has transport, namespace,',
    );
    expect(() => factory.informer(core.pods, null as Untyped)).toThrow(
      'factory.informer: null is no set of options; give {',
    );
    expect(() => factory.informer(core.pods, { transport } as Untyped)).toThrow(
      'transport: it is the same for all informers of a factory',
    );
    expect(() => createInformer(null as Untyped)).toThrow('createInformer: null is no set of options');
    expect(() => createInformer(undefined as Untyped)).toThrow('transport: missing');
  });

  it('an option that is undefined is one that is not given, also where there is none of that name', () => {
    expect(
      createInformer({ ...right, labelSelector: undefined, lableSelector: undefined } as object as typeof right).name,
    ).toBe('pods');
  });
});

describe('options: what the methods of an informer refuse', () => {
  const informer = createInformer(right);

  it.each<[string, () => unknown]>([
    [
      'ready: 5000 is no set of options; give { timeout, wait, signal }, or some of them',
      () => informer.ready(5000 as Untyped),
    ],
    ['ready: null is no set of options', () => informer.ready(null as Untyped)],
    ['timeout: "5" is not a number of milliseconds', () => informer.ready({ timeout: '5' } as Untyped)],
    ['timeuot: ready has no such option; is timeout meant?', () => informer.ready({ timeuot: 5 } as Untyped)],
    ['signal: an object is no AbortSignal', () => informer.ready({ signal: {} } as Untyped)],
    ['waitFor: null is no set of options', () => informer.waitFor('a/b', () => true, null as Untyped)],
    ['atLeast: null is no set of options', () => informer.atLeast('5', null as Untyped)],
    [
      'consume: null is no set of options; give { concurrency, keep, resyncPeriod }',
      () => informer.consume(() => {}, null as Untyped),
    ],
    [`keep: "newest" is neither 'all' nor 'latest'`, () => informer.consume(() => {}, { keep: 'newest' } as Untyped)],
    [
      'addEventHandler: null is no set of options; give { resyncPeriod }',
      () => informer.addEventHandler({}, null as Untyped),
    ],
    [
      'addEventHandler: onadd: a handler has no such callback; it has onAdd, onUpdate, onDelete',
      () => informer.addEventHandler({ onadd() {} } as Untyped),
    ],
  ])('%s', (message, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
    expect(transport.exchanges).toEqual([]);
  });

  it('a handler may have more than its callbacks', () => {
    informer.addEventHandler({ onAdd: () => {}, cache: new Map() } as object).unsubscribe();
    informer.stop();
  });
});

describe('options: what the parts refuse', () => {
  it.each<[string, () => unknown]>([
    [`compress: "x" is neither 'deletes' nor 'latest'`, () => deltaFIFO({ compress: 'x' } as Untyped)],
    ['notifier: 5 is no Observable', () => deltaFIFO({ notifier: 5 } as Untyped)],
    [
      'knownObject: deltaFIFO has no such option; is knownObjects meant?',
      () => deltaFIFO({ knownObject: {} } as Untyped),
    ],
    ['indexInto: undefined is no Indexer', () => indexInto(undefined as Untyped)],
    ['select: what makes a value of a snapshot is undefined, not a function', () => select(undefined as Untyped)],
  ])('%s', (message, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});
