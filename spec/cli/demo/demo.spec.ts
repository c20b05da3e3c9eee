import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { type Demo, type DemoOptions, startDemo } from '../../../lib/cli/demo/demo.js';
import { Refusal } from '../../../lib/cli/refusal.js';
import { core, resourcePath } from '../../../lib/kubernetes/index.js';
import { TestClock } from '../../support/virtual-time.js';

/** Real sockets, or thousands of writes, on a machine that may be busy. */
jest.setTimeout(20_000);

let demos: Demo[] = [];

afterEach(async () => {
  for (const demo of demos) await demo.close();
  demos = [];
});

async function start(choice: DemoOptions, clock: TestClock): Promise<Demo> {
  const demo = await startDemo(choice, clock);
  demos.push(demo);
  return demo;
}

const options = { seed: 1, rate: 4, chaos: false, port: 0, host: '127.0.0.1' };

async function versionAt({ url }: Demo): Promise<number> {
  const response = await fetch(url + resourcePath(core.pods, { query: { limit: 1 } }));
  const { metadata } = await response.json();
  return Number(metadata.resourceVersion);
}

/** What a watch from a version gets: the type of its first event, or how it failed. */
async function resumeAt({ url }: Demo, resourceVersion: number): Promise<string> {
  const query = { watch: true, resourceVersion, allowWatchBookmarks: true, timeoutSeconds: 1 };
  const response = await fetch(url + resourcePath(core.pods, { query }));
  const { value } = (await response.body?.getReader().read()) ?? {};
  return new TextDecoder().decode(value);
}

describe('startDemo', () => {
  it('lives at its rate, over HTTP, until it is closed', async () => {
    const clock = new TestClock();
    const demo = await start(options, clock);
    const before = await versionAt(demo);
    clock.advance(30_000);
    const lived = (await versionAt(demo)) - before;
    // Four writes a second, and the Events that tell of them: less than one for each.
    expect(lived).toBeGreaterThan(130);
    expect(lived).toBeLessThan(270);
    expect(demo.note(clock.now())).toBe('');
    await demo.close();
    await expect(fetch(demo.url)).rejects.toThrow();
    expect(clock.actions.length).toBe(0);
  });

  it('with chaos cuts what is open, and lets versions expire, so that who was told everything cannot resume either', async () => {
    const clock = new TestClock();
    const demo = await start({ ...options, chaos: true, rate: 0.0001 }, clock);
    const version = await versionAt(demo);
    const watching = await fetch(
      demo.url + resourcePath(core.pods, { query: { watch: true, resourceVersion: version } }),
    );
    let known = version;
    while (!demo.note(clock.now()).includes('410')) {
      known = await versionAt(demo);
      clock.advance(1000);
    }
    await expect(watching.text()).rejects.toThrow();
    expect(demo.note(clock.now())).toMatch(/^chaos: 0s ago all connections were cut, and the server forgot its past/);
    expect(await resumeAt(demo, known)).toMatch(/"code":410/);
  });

  it('refuses, in a sentence, a port that is taken', async () => {
    const clock = new TestClock();
    const demo = await start(options, clock);
    const second = startDemo({ ...options, port: Number(new URL(demo.url).port) }, clock);
    await expect(second).rejects.toThrow(Refusal);
    await expect(second).rejects.toThrow(/EADDRINUSE.*\. Choose another with --port and --host$/);
  });
});
