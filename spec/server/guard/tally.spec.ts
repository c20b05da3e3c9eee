import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Admission, clientOf, Tally } from '../../../lib/server/guard/tally.js';
import { runs } from '../../support/runs.js';

describe('a tally', () => {
  it('admits up to its limits, in all and of each client, and again when somebody leaves', () => {
    const tally = new Tally({ total: 3, each: 2 });
    const [first] = [tally.admit('a'), tally.admit('a')];
    expect(tally.admit('a')).toEqual({ admitted: false, limit: 'each' });
    expect(tally.admit('b')).toMatchObject({ admitted: true });
    expect(tally.admit('c')).toEqual({ admitted: false, limit: 'total' });
    if (first?.admitted) first.leave();
    if (first?.admitted) first.leave();
    expect(tally.size).toBe(2);
    expect(tally.admit('a')).toMatchObject({ admitted: true });
    expect(tally.admit('b')).toEqual({ admitted: false, limit: 'total' });
  });

  it('counts right whatever comes and goes', () => {
    const step = fc.record({ client: fc.constantFrom('a', 'b', 'c'), leaves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), fc.nat({ max: 8 }), fc.nat({ max: 4 }), (steps, total, each) => {
        const tally = new Tally({ total, each });
        const inside: { client: string; admission: Admission }[] = [];
        for (const { client, leaves } of steps) {
          const at = leaves ? inside.findIndex((one) => one.client === client) : -1;
          const [gone] = at < 0 ? [] : inside.splice(at, 1);
          if (gone?.admission.admitted) gone.admission.leave();
          if (leaves) continue;
          const own = inside.filter((one) => one.client === client).length;
          const admission = tally.admit(client);
          expect(admission.admitted).toBe(inside.length < total && own < each);
          if (admission.admitted) inside.push({ client, admission });
        }
        expect(tally.size).toBe(inside.length);
      }),
      runs,
    );
  });
});

describe('one client', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001:ffff:0:0:2', '2001:db8:0:1::/64'],
    ['2001:db8::1:0:0:0:7', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ])('%s counts as %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });
});
