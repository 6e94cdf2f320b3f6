import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '../../src/limits/quotas/share-rules.js';

describe('the share of a rate', () => {
  it('is all of it for a single gateway, and even without demand', () => {
    expect(shareOf({ demand: 3, held: 0 }, [])).toBe(1);
    expect(shareOf({ demand: 0, held: 0 }, [{ demand: 0, held: 0.5 }])).toBe(0.5);
  });

  it('follows demand, and leaves an even part to gateways without demand', () => {
    expect(shareOf({ demand: 30, held: 0 }, [{ demand: 10, held: 0 }])).toBeCloseTo(0.725);
    expect(shareOf({ demand: 0, held: 0 }, [{ demand: 10, held: 0.9 }])).toBeCloseTo(0.05);
  });

  it('is at once at most the rest of the others, except for the even part', () => {
    expect(shareOf({ demand: 10, held: 0 }, [{ demand: 10, held: 1 }])).toBeCloseTo(0.05);
  });

  it('is at most everything together, once all have reported after the last gateway joined', () => {
    const demands = fc.array(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(demands, fc.array(fc.nat(7), { maxLength: 30 }), (rounds, order) => {
        const count = Math.max(...rounds.map(({ length }) => length));
        const gateways = Array.from({ length: count }, () => ({ demand: 0, held: 0 }));
        const report = (index: number): void => {
          gateways[index]!.held = shareOf(
            gateways[index]!,
            gateways.filter((_each, other) => other !== index),
          );
        };
        for (const round of rounds) {
          round.forEach((demand, index) => (gateways[index]!.demand = demand));
          for (const index of order) report(index % count);
          expect(gateways.reduce((total, { held }) => total + held, 0)).toBeLessThanOrEqual(1.1 + 1e-9);
          for (let index = 0; index < count; index += 1) report(index);
          for (let index = 0; index < count; index += 1) report(index);
          expect(gateways.reduce((total, { held }) => total + held, 0)).toBeLessThanOrEqual(1 + 1e-9);
          expect(Math.min(...gateways.map(({ held }) => held))).toBeGreaterThan(0);
        }
      }),
    );
  });
});
