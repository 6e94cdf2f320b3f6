import { describe, expect, it } from 'vitest';
import type { FleetDto } from '#contracts/directory/dto/fleet.dto.js';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import { fitOf } from '../../src/limits/quotas/fleet-fit.js';

const plans = (limits: Partial<PlanLimits>) => [{ name: 'own', limits: { ...UNLIMITED, ...limits } }];
const fit = (fleet: FleetDto, limits: Partial<PlanLimits> = {}) => fitOf(fleet, 'own', plans(limits));
const needed = (fleet: FleetDto): Record<string, number> =>
  Object.fromEntries(fit(fleet).limits.map(({ limit, needed: need }) => [limit, need]));

describe('what a fleet needs', () => {
  it('is counted over the longest month, reads with the calls, and by token', () => {
    expect(needed({ objects: 100, updatesPerObjectPerHour: 60, elementsPerCall: 10, readsPerHour: 3600, tokens: 2 })).toEqual({
      callsPerMonth: (600 + 3600) * 24 * 31,
      callsPerSecond: 1.167,
      elementsPerSecond: 1.667,
      tokenCallsPerSecond: 0.584,
      tokenElementsPerSecond: 0.834,
      elementsPerCall: 10,
      objects: 100,
    });
  });

  it('of few objects is no larger a call than they fill', () => {
    const fleet = { objects: 10, updatesPerObjectPerHour: 60, elementsPerCall: 1000 };
    expect(needed(fleet)).toMatchObject({ elementsPerCall: 10, callsPerMonth: 60 * 24 * 31 });
    expect(fit(fleet, { elementsPerCall: 100 }).fits).toBe(true);
  });

  it('is as many objects as it has', () => {
    expect(fit({ objects: 101, updatesPerObjectPerHour: 1, elementsPerCall: 1 }, { objects: 100 })).toMatchObject({
      fits: false,
      limits: [{ limit: 'objects', needed: 101, allowed: 100, fits: false }, ...Array.from({ length: 6 }, () => ({ fits: true }))],
    });
  });

  it('is nothing for a fleet that sends nothing', () => {
    expect(needed({ objects: 5, updatesPerObjectPerHour: 0, elementsPerCall: 1 })).toMatchObject({ callsPerMonth: 0, callsPerSecond: 0 });
  });

  it('is checked against a whole bucket too: a larger call never gets in', () => {
    const { limits, fits, smallestPlan } = fit(
      { objects: 100, updatesPerObjectPerHour: 1, elementsPerCall: 60 },
      { elementsPerSecond: 5, burstSeconds: 10 },
    );
    expect(limits.find(({ limit }) => limit === 'elementsPerCall')).toEqual({
      limit: 'elementsPerCall',
      needed: 60,
      allowed: 50,
      fits: false,
    });
    expect([fits, smallestPlan]).toEqual([false, null]);
  });
});
