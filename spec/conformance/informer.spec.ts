import { describe, expect, it } from '@jest/globals';
import { comparable } from './informer/compare.js';
import { expectationOf } from './informer/expectation.js';
import { InformerPlayer } from './informer/informer-player.js';
import type { WatchListOption } from './informer/rules/rule.js';
import type { InformerTrace } from './informer/trace.js';
import { tracesOf } from './trace.js';

/**
 * Each file with our options that are to do the same: with `always` lists are streamed as client-go does it, with `auto` what was
 * learned of a server is remembered. And each with a chance of its own, for jitter from its least to its most.
 */
describe.each<{ file: string; watchList: WatchListOption; chance: number }>([
  { file: 'informer-list', watchList: 'never', chance: 0 },
  { file: 'informer-watchlist', watchList: 'always', chance: 0.5 },
  { file: 'informer-watchlist', watchList: 'auto', chance: 0.99 },
])('createInformer does what client-go did: $file, with watchList: $watchList', ({ file, watchList, chance }) => {
  it.each(tracesOf<InformerTrace>(file).map((trace) => [trace.name, trace] as const))('%s', async (_, trace) => {
    const { run } = expectationOf(trace, watchList);
    const { expected, observed } = comparable(run, await new InformerPlayer(trace, watchList, chance).play(run.runMs));
    expect(observed).toEqual(expected);
  });
});
