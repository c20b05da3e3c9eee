import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { config } from 'rxjs';
import { runs } from '../support/runs.js';
import { commands } from './model/plans.js';
import { Play } from './model/play.js';

let reported: unknown[];

beforeEach(() => {
  config.onUnhandledError = (error) => reported.push(error);
});

afterEach(() => {
  config.onUnhandledError = null;
});

/** RxJS reports in a task of its own. */
const reports = () => new Promise<void>((resolve) => setTimeout(resolve));

const settings = fc.record({ keepAliveMs: fc.constantFrom(0, 1500), resyncPeriod: fc.constantFrom(0, 17_000) });

it('L3 L4 L5 L6 L9 L11 L12 L13 L14 L15: each reader hears its story, whoever comes, goes, throws and re-enters, whatever the connection does', async () => {
  await fc.assert(
    fc.asyncProperty(commands, settings, async (steps, setting) => {
      reported = [];
      const play = new Play(setting);
      await play.play(steps).finally(() => (play.thrown > 0 ? reports() : undefined));
      expect(reported).toEqual(Array.from({ length: play.thrown }, () => new Error('as planned')));
    }),
    runs,
  );
});
