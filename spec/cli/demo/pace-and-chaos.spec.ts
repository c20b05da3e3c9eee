import { describe, expect, it } from '@jest/globals';
import { chaosNote, nextDisturbance } from '../../../lib/cli/demo/chaos.js';
import { Pace } from '../../../lib/cli/demo/pace.js';
import { seeded } from '../../../lib/testing/index.js';

describe('Pace', () => {
  it.each([0.5, 4, 300])('keeps a rate of %d a second, however long the ticks are', (rate) => {
    const pace = new Pace(rate, seeded(1));
    let count = 0;
    for (let tick = 0; tick < 20_000; tick++) count += pace.due(tick % 2 === 0 ? 50 : 150);
    expect(count / 2000 / rate).toBeCloseTo(1, 1);
  });

  it('does not catch up with hours in which the computer slept', () => {
    expect(new Pace(10, seeded(1)).due(3_600_000)).toBeLessThan(30);
  });
});

describe('chaos', () => {
  it('cuts and expires every 10 to 22 s, both often', () => {
    const random = seeded(1);
    const disturbances = Array.from({ length: 100 }, () => nextDisturbance(random));
    expect(disturbances.every(({ afterMs }) => afterMs >= 10_000 && afterMs <= 22_000)).toBe(true);
    expect(disturbances.filter(({ kind }) => kind === 'cut').length).toBeGreaterThan(40);
    expect(disturbances.filter(({ kind }) => kind === 'expire').length).toBeGreaterThan(20);
  });

  it('says what it did, and when', () => {
    expect(chaosNote(undefined, 0)).toBe('chaos: all is still quiet');
    expect(chaosNote({ kind: 'cut', at: 1000 }, 4500)).toBe('chaos: 3s ago all connections were cut');
    expect(chaosNote({ kind: 'expire', at: 1000 }, 4500)).toMatch(/^chaos: 3s ago .* 410, a list is needed$/);
  });
});
