import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { BehaviorSubject, type Observable, Subject } from 'rxjs';
import type { Informer } from '../../lib/informer/index.js';
import { search, type ViewCommit } from '../../lib/views/index.js';
import type { Pod } from '../support/informer-bench.js';
import { Collection, heardOf, type Item, latest, namesOf } from './support/collection.js';

const fields = ({ metadata, n, on }: Item) => [metadata.name, `n=${n}`, on];

describe('search', () => {
  it.each([
    ['', 'Web-0 api-1 web-1'],
    [' \t', 'Web-0 api-1 web-1'],
    ['WEB', 'Web-0 web-1'],
    ['eb-1', 'web-1'],
    ['n=3', 'web-1'],
    ['node 1', 'web-1'],
    ['1 web', 'Web-0 web-1'],
    ['-1', 'api-1 web-1'],
    ['web api', ''],
    ['0n', ''],
  ])('finds what has every word in some field: "%s"', (text, expected) => {
    const items = new Collection();
    items.list({ 'Web-0': 1, 'api-1': 2 });
    items.put('web-1', 3, 'Node-a');
    expect(namesOf(latest(items.commits$.pipe(search(text, fields))).value.snapshot)).toBe(expected);
  });

  it('follows what changes, and what is typed, each in one commit', () => {
    const items = new Collection();
    items.list({ 'web-0': 1, 'web-1': 2, 'api-0': 3 });
    const typed$ = new Subject<string>();
    const heard = heardOf(items.commits$.pipe(search(typed$, fields)));
    typed$.next('web');
    typed$.next('web n=1');
    items.put('api-0', 1);
    items.put('web-1', 1);
    typed$.next('');
    items.delete('web-0');
    expect(heard).toEqual([
      'add api-0, add web-0, add web-1',
      'delete api-0',
      'delete web-1',
      '',
      'add web-1',
      'add api-0',
      'delete web-0',
    ]);
  });

  it('asks for the fields once for each changed object, whatever is typed', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const typed$ = new BehaviorSubject('a');
    const asked: string[] = [];
    heardOf(
      items.commits$.pipe(
        search(typed$, (_item, key) => {
          asked.push(key);
          return key;
        }),
      ),
    );
    typed$.next('ab');
    typed$.next('b');
    items.put('b', 3);
    items.resync();
    typed$.next('n/');
    expect(asked).toEqual(['n/a', 'n/b', 'n/b']);
  });

  it('L18: keeps no text of what is gone', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const item = items.snapshot.get('n/a');
    if (item === undefined) throw new Error('a is not there');
    let asked = 0;
    heardOf(items.commits$.pipe(search('', () => `${++asked}`)));
    items.delete('a');
    items.together((fifo) => fifo.add(item));
    expect(items.snapshot.get('n/a')).toBe(item);
    expect(asked).toBe(2);
  });

  it('takes one text, several or none', () => {
    const items = new Collection();
    items.list({ a: 1, b: 2 });
    const one = search('x', ({ n }: Item) => (n === 1 ? 'x' : undefined));
    expect(namesOf(latest(items.commits$.pipe(one)).value.snapshot)).toBe('a');
    const several = search('x', ({ n }: Item) => new Set([undefined, n === 2 ? 'x' : 'y']));
    expect(namesOf(latest(items.commits$.pipe(several)).value.snapshot)).toBe('b');
  });

  it('L6: fails with what the fields threw, and with what is no text', () => {
    const items = new Collection();
    items.list({ a: 1 });
    const odd = () => {
      throw new Error('odd');
    };
    expect(heardOf(items.commits$.pipe(search('', odd)))).toEqual(['Error: odd']);
    const typed$ = new Subject<string>();
    const heard = heardOf(items.commits$.pipe(search(typed$, fields)));
    typed$.next(JSON.parse('7'));
    expect(heard).toEqual(['add a', 'TypeError: search: 7 is no text']);
    expect(() => Reflect.apply(search, undefined, [/web/, fields])).toThrow(
      new TypeError('search: a RegExp is no text'),
    );
    expect(() => Reflect.apply(search, undefined, ['web', ['name']])).toThrow(
      new TypeError('search: fields is a list, not a function'),
    );
  });
});

it('search infers its types from the stream', () => {
  (pods: Informer<Pod, 'node'>, typed$: Observable<string>) => {
    const view$ = pods.changes$.pipe(search(typed$, (pod, key) => [key, pod.spec?.nodeName]));
    expectTypeOf(view$).toEqualTypeOf<Observable<ViewCommit<Pod>>>();
    pods.changes$.pipe(search('web', (pod) => pod.metadata.name));
    // @ts-expect-error a number is no text
    pods.changes$.pipe(search('web', (pod) => [pod.metadata.generation]));
  };
});
