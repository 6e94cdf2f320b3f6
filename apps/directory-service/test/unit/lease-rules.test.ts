import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuotaAccountReport } from '#contracts/directory/quota-report.js';
import { type Lease, type MonthBook, settle } from '../../src/limits/quotas/lease-rules.js';

const report = (more: Partial<QuotaAccountReport> = {}): QuotaAccountReport => ({
  workspace: 'w',
  month: '2026-11',
  used: 0,
  elements: 0,
  left: 0,
  callsPerSecond: 1,
  elementsPerSecond: 0,
  waiting: 0,
  wanted: true,
  ...more,
});
const book = (more: Partial<MonthBook> = {}): MonthBook => ({ limit: 10_000, used: 0, held: 0, heldByDead: 0, unaccounted: 0, ...more });
const none: Lease = { used: 0, held: 0 };
const alone = { gateways: 1, othersStarve: false };

describe('a lease', () => {
  it('lasts ten minutes at the present rate, while plenty is left', () => {
    expect(settle(book({ limit: 1_000_000 }), none, report({ callsPerSecond: 2 }), alone).granted).toBe(1200);
  });

  it('shrinks as the quota comes to its end, with the number of gateways, down to one call', () => {
    expect(settle(book(), none, report({ callsPerSecond: 1000 }), alone).granted).toBe(2500);
    expect(settle(book(), none, report({ callsPerSecond: 1000 }), { gateways: 5, othersStarve: false }).granted).toBe(500);
    expect(settle(book({ used: 9997 }), none, report({ callsPerSecond: 1000, waiting: 9 }), alone).granted).toBe(1);
    expect(settle(book({ used: 10_000 }), none, report({ waiting: 9 }), alone).granted).toBe(0);
  });

  it('is taken back if it is much larger than it would be now, or if others have calls that wait', () => {
    expect(settle(book({ used: 9000, held: 900 }), { used: 0, held: 900 }, report({ left: 900, callsPerSecond: 1000 }), alone).keep).toBe(
      250,
    );
    expect(
      settle(book({ used: 9990, held: 10 }), { used: 0, held: 2 }, report({ left: 2 }), { gateways: 1, othersStarve: true }).keep,
    ).toBe(0);
    expect(
      settle(book({ used: 9990, held: 10 }), { used: 0, held: 2 }, report({ left: 2, waiting: 1 }), { gateways: 1, othersStarve: true })
        .keep,
    ).toBeNull();
  });

  it('is not renewed without waiting calls, while others have calls that wait', () => {
    expect(settle(book({ used: 9999 }), none, report(), { gateways: 2, othersStarve: true }).granted).toBe(0);
    expect(settle(book({ used: 9999 }), none, report({ waiting: 1 }), { gateways: 2, othersStarve: true }).granted).toBe(1);
  });

  it('that was lost here is not believed in', () => {
    const { granted, lease } = settle(book({ used: 10_000 }), none, report({ left: 50 }), alone);
    expect([granted, lease.held]).toEqual([-50, 0]);
  });

  it('is no lease where nothing is limited: calls are counted only', () => {
    expect(settle(book({ limit: null }), none, report({ used: 7 }), alone)).toMatchObject({ month: { used: 7, held: 0 }, granted: 0 });
  });

  it('does not keep callers waiting for what dead gateways hold: only living ones can give it back', () => {
    expect(settle(book({ used: 9990, held: 10, heldByDead: 10 }), none, report({ waiting: 3 }), alone).starved).toBe(false);
    expect(settle(book({ used: 9990, held: 10, heldByDead: 4 }), none, report({ waiting: 3 }), alone).starved).toBe(true);
  });
});

/** A gateway in the model: admits calls from its lease, reports totals, returns the rest, dies. */
class Gateway {
  used = 0;
  left = 0;
  /** The lease in the directory's books. */
  lease: Lease = none;
  dead = false;

  admit(calls: number): number {
    const some = this.dead ? 0 : Math.min(calls, this.left);
    this.left -= some;
    this.used += some;
    return some;
  }
}

type Step = { gateway: number; do: 'calls' | 'report' | 'lost answer' | 'give back' | 'give back a call' | 'die'; count: number };
const step: fc.Arbitrary<Step> = fc.record({
  gateway: fc.nat(7),
  do: fc.constantFrom('calls', 'calls', 'calls', 'report', 'report', 'report', 'lost answer', 'give back', 'give back a call', 'die'),
  count: fc.nat(200),
});

describe('leases of a quota', () => {
  it('are never more than the quota, whatever the order of calls, reports, lost answers, returns and deaths', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(step, { maxLength: 300 }),
        (quota, count, steps) => {
          const gateways = Array.from({ length: count }, () => new Gateway());
          let month = book({ limit: quota });
          let admitted = 0;
          const sendReport = (gateway: Gateway, callsPerSecond: number, answered: boolean): void => {
            const alive = gateways.filter(({ dead }) => !dead).length;
            const heldByDead = gateways.filter(({ dead }) => dead).reduce((sum, { lease }) => sum + lease.held, 0);
            const settled = settle(
              { ...month, heldByDead },
              gateway.lease,
              report({ used: gateway.used, left: gateway.left, callsPerSecond, waiting: 1 }),
              { gateways: alive, othersStarve: false },
            );
            month = { ...month, ...settled.month };
            gateway.lease = settled.lease;
            if (answered) gateway.left += settled.granted;
          };
          for (const { gateway: index, do: what, count: calls } of steps) {
            const gateway = gateways[index % count]!;
            if (gateway.dead) continue;
            if (what === 'calls') admitted += gateway.admit(calls);
            else if (what === 'report') sendReport(gateway, calls, true);
            else if (what === 'lost answer') sendReport(gateway, calls, false);
            else if (what === 'give back') gateway.left = Math.min(gateway.left, calls);
            else if (what === 'give back a call' && gateway.used > 0) {
              gateway.used -= 1;
              gateway.left += 1;
              admitted -= 1;
            } else if (what === 'die') gateway.dead = true;
            expect(month.held).toBe(gateways.reduce((sum, { lease }) => sum + lease.held, 0));
            expect(month.used + month.held + month.unaccounted).toBeLessThanOrEqual(quota);
            expect(admitted).toBeLessThanOrEqual(quota);
            expect(gateway.left).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('are revoked when the limit is lowered: one report later no gateway admits more than the rest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(200), { minLength: 8, maxLength: 8 }),
        (quota, lowered, count, speeds) => {
          const gateways = Array.from({ length: count }, () => new Gateway());
          const keeps = new Map<Gateway, number | null>();
          let month = book({ limit: quota });
          let admitted = 0;
          const sendReport = (gateway: Gateway): void => {
            gateway.left = Math.min(gateway.left, keeps.get(gateway) ?? Infinity);
            const settled = settle(month, gateway.lease, report({ used: gateway.used, left: gateway.left, callsPerSecond: 1000 }), {
              gateways: count,
              othersStarve: false,
            });
            month = { ...month, ...settled.month };
            gateway.lease = settled.lease;
            gateway.left += settled.granted;
            keeps.set(gateway, settled.keep);
          };
          gateways.forEach(sendReport);
          gateways.forEach((gateway, index) => (admitted += gateway.admit(speeds[index]!)));
          month = { ...month, limit: Math.min(lowered, quota) };
          gateways.forEach(sendReport);
          gateways.forEach(sendReport);
          const used = admitted;
          for (let round = 0; round < 5; round += 1)
            gateways.forEach((gateway) => (sendReport(gateway), (admitted += gateway.admit(1000))));
          expect(admitted).toBeLessThanOrEqual(Math.max(used, month.limit!));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are all used when no gateway dies: eight gateways admit exactly the quota', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(40), { minLength: 8, maxLength: 8 }),
        (quota, count, speeds) => {
          const gateways = Array.from({ length: count }, () => new Gateway());
          let month = book({ limit: quota });
          let admitted = 0;
          for (let round = 0; round < 4000 && admitted < quota; round += 1) {
            gateways.forEach((gateway, index) => {
              admitted += gateway.admit(speeds[index]! + 1);
              const settled = settle(
                month,
                gateway.lease,
                report({ used: gateway.used, left: gateway.left, callsPerSecond: speeds[index]! + 1, waiting: 1 }),
                { gateways: count, othersStarve: false },
              );
              month = { ...month, ...settled.month };
              gateway.lease = settled.lease;
              gateway.left += settled.granted;
            });
          }
          expect(admitted).toBe(quota);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of the dead cost no more than was held, and the others continue at once', () => {
    const [dying, other] = [new Gateway(), new Gateway()];
    let month = book({ limit: 1000 });
    const sendReport = (gateway: Gateway): void => {
      const settled = settle(
        { ...month, heldByDead: dying.dead ? dying.lease.held : 0 },
        gateway.lease,
        report({ used: gateway.used, left: gateway.left, callsPerSecond: 10, waiting: 1 }),
        { gateways: 1, othersStarve: false },
      );
      month = { ...month, ...settled.month };
      gateway.lease = settled.lease;
      gateway.left += settled.granted;
    };
    sendReport(dying);
    const lost = dying.lease.held;
    dying.dead = true;
    let admitted = 0;
    for (let round = 0; round < 3000; round += 1) {
      sendReport(other);
      admitted += other.admit(10);
    }
    expect(admitted).toBe(1000 - lost);
  });
});
