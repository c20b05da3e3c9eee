import { afterEach, describe, expect, it } from '@jest/globals';
import { hear } from './support/heard.js';
import { httpKinds } from './support/kinds.js';
import type { Loopback } from './support/loopback.js';

const KIB = 1024;
const BODIES = 24;
const BODY = Buffer.alloc(1024 * KIB);
/** What is handed on in a turn, the chunk in which it ends, and as much again where this test looks in the midst of a turn. */
const AT_MOST = 2 * (256 + 64) * KIB;

describe.each(httpKinds)('$name', ({ serve, transportTo }) => {
  let server: Loopback;
  afterEach(() => server.close());

  it('gives the event loop back after 256 KiB, however many bodies come in at once, and loses none of them', async () => {
    server = await serve((_, response) => response.end(BODY));
    const transport = transportTo(server);
    const responses = await Promise.all(
      Array.from({ length: BODIES }, () => hear(transport.request({ path: '/' })).first()),
    );
    let [inThisTurn, most] = [0, 0];
    let looking = true;
    const look = () => {
      most = Math.max(most, inThisTurn);
      inThisTurn = 0;
      if (looking) setImmediate(look);
    };
    look();
    const sizes = await Promise.all(
      responses.map(async ({ body$ }) => {
        let size = 0;
        const body = hear(body$, (chunk) => {
          size += chunk.length;
          inThisTurn += chunk.length;
        });
        await body.until(({ over }) => over);
        return size;
      }),
    );
    looking = false;
    expect(sizes).toEqual(sizes.map(() => BODY.length));
    expect(most).toBeLessThanOrEqual(AT_MOST);
  });
});
