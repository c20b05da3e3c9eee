import { describe, expect, it } from '@jest/globals';
import type { Transport } from 'rxinformer';
import { EMPTY, of, throwError, VirtualTimeScheduler } from 'rxjs';
import { type Answer, answersOf } from '../src/app/cluster/answers';

const bytes = (text: string) => [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));

/** Answers by path, each list of answers from its beginning; the last one stays. */
function answering(answers: Readonly<Record<string, readonly (readonly [status: number, body: string] | Error)[]>>) {
  const asked: string[] = [];
  const transport: Transport = {
    url: 'http://x',
    request: ({ path }) => {
      const ofPath = answers[path] ?? [];
      const answer = ofPath[Math.min(asked.filter((before) => before === path).length, ofPath.length - 1)];
      asked.push(path);
      if (answer === undefined) return EMPTY;
      if (answer instanceof Error) return throwError(() => answer);
      const [status, body] = answer;
      return of({ status, headers: {}, body$: of(...bytes(body)), pause: () => {}, resume: () => {} });
    },
  };
  return { transport, asked };
}

/** What was told within so many milliseconds, each with when. */
function toldBy(transport: Transport, ms: number): readonly (readonly [number, Answer])[] {
  const scheduler = new VirtualTimeScheduler(undefined, ms);
  const told: [number, Answer][] = [];
  const subscription = answersOf(transport, scheduler).subscribe((answer) => told.push([scheduler.now(), answer]));
  scheduler.flush();
  subscription.unsubscribe();
  return told;
}

const none = JSON.stringify({ items: [] });
const pods = JSON.stringify({
  items: [
    {
      versions: [
        {
          version: 'v1',
          resources: [
            { resource: 'pods', responseKind: { kind: 'Pod ü' }, scope: 'Namespaced', verbs: ['list', 'watch'] },
          ],
        },
      ],
    },
  ],
});

describe('what the server says of what it serves', () => {
  it('is told as soon as it is known, whatever pieces it comes in', () => {
    const { transport, asked } = answering({ '/api': [[200, pods]], '/apis': [[200, none]] });
    expect(toldBy(transport, 60_000)).toEqual([
      [0, { served: [{ group: '', version: 'v1', plural: 'pods', kind: 'Pod ü', namespaced: true }] }],
    ]);
    expect(asked).toEqual(['/api', '/apis']);
  });

  it('is asked for again each 5 s, and what is wrong is told meanwhile, with the status of HTTP', () => {
    const { transport } = answering({
      '/api': [[401, 'Unauthorized'], new Error('nobody is there'), [200, 'no JSON'], [200, none]],
      '/apis': [[200, none]],
    });
    expect(toldBy(transport, 60_000)).toEqual([
      [0, { problem: { message: 'api: the server answered 401', status: 401 } }],
      [5_000, { problem: { message: 'nobody is there', status: undefined } }],
      [10_000, { problem: { message: expect.stringContaining('JSON'), status: undefined } }],
      [15_000, { served: [] }],
    ]);
  });
});
