import { expect, it } from '@jest/globals';
import { Turn } from '../../lib/transport/turn.js';

/** A turn, and the next one when the test says so. */
function turns() {
  let next: (() => void)[] = [];
  let now = 1000;
  const turn = new Turn(
    (act) => next.push(act),
    () => now,
  );
  /** Time goes by. */
  const pass = (ms: number) => {
    now += ms;
  };
  const use = (bytes: number, ms = 0) => turn.use(new Uint8Array(bytes), () => pass(ms));
  const begin = () => {
    const acts = next;
    next = [];
    for (const act of acts) act();
  };
  return { turn, use, pass, begin };
}

const KIB = 1024;

it('a turn is over after 256 KiB, whoever handed them on, and the next one begins once everybody else had his', () => {
  const { turn, use, begin } = turns();
  use(200 * KIB);
  expect(turn.isOver).toBe(false);
  use(56 * KIB);
  expect(turn.isOver).toBe(true);
  begin();
  expect(turn.isOver).toBe(false);
});

it('those who wait are called first come, first served, until that turn is over, and the others in the one after it', () => {
  const { turn, use, begin } = turns();
  const served: string[] = [];
  const wait = (name: string) =>
    turn.wait(() => {
      served.push(name);
      use(150 * KIB);
    });
  use(256 * KIB);
  wait('a');
  wait('b');
  const leave = wait('gone');
  wait('c');
  leave();
  begin();
  expect(served).toEqual(['a', 'b']);
  wait('a again');
  begin();
  expect(served).toEqual(['a', 'b', 'c', 'a again']);
});

it('a turn is over after 8 ms of work, whatever the machine gets through in it', () => {
  const { turn, use, begin } = turns();
  const overs = [3, 3, 3, 1, 20, 1].map((ms) => {
    use(KIB, ms);
    const { isOver } = turn;
    begin();
    return isOver;
  });
  expect(overs).toEqual([false, false, true, false, true, false]);
});

it('time in which nothing is handed on is no work', () => {
  const { turn, use, pass } = turns();
  for (let i = 0; i < 5; i++) {
    pass(60_000);
    use(KIB, 1);
  }
  expect(turn.isOver).toBe(false);
});
