import { expect, it } from '@jest/globals';
import { Turn } from '../../lib/transport/turn.js';

/** A turn, and the next one when the test says so. */
function turns() {
  let next: (() => void)[] = [];
  const turn = new Turn((act) => next.push(act));
  const begin = () => {
    const acts = next;
    next = [];
    for (const act of acts) act();
  };
  return { turn, begin };
}

const KIB = 1024;

it('a turn is over after 256 KiB, whoever handed them on, and the next one begins once everybody else had his', () => {
  const { turn, begin } = turns();
  turn.use(200 * KIB);
  expect(turn.isOver).toBe(false);
  turn.use(56 * KIB);
  expect(turn.isOver).toBe(true);
  begin();
  expect(turn.isOver).toBe(false);
});

it('those who wait are called first come, first served, until that turn is over, and the others in the one after it', () => {
  const { turn, begin } = turns();
  const served: string[] = [];
  const wait = (name: string) =>
    turn.wait(() => {
      served.push(name);
      turn.use(150 * KIB);
    });
  turn.use(256 * KIB);
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
