import type { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import type { ObjectLimits } from '../../src/quotas/grant-rules.js';
import { ObjectQuotas } from '../../src/quotas/object-quotas.js';

/** Quotas for a workspace with 100 objects. */
function quotas({ complete, limits }: { complete: boolean; limits: ObjectLimits }) {
  const directory = { complete, limitsOf: () => (directory.complete ? limits : { objects: null, newObjectsPerDay: null }) };
  const queries: string[] = [];
  const pool = {
    query: ({ name }: { name: string }) => {
      queries.push(name);
      return Promise.resolve({
        rows: [{ workspace: 'north', day: '2026-11-25', dayLeftMs: 1000, objects: 100, createdToday: 100, leased: 0, leasedToday: 0 }],
      });
    },
  } as unknown as Pool;
  const known = (): Promise<void> => {
    queries.push('known');
    directory.complete = true;
    return Promise.resolve();
  };
  return { quotas: new ObjectQuotas({ pool, limits: directory, known }), queries };
}

const counts = (created: number) => [{ workspace: 'north', partition: 0, created, erased: 0, changes: new Map() }];

describe('creations of a unit', () => {
  it('wait for the plans after a start: a limit holds from the first one on', async () => {
    const { quotas: own, queries } = quotas({ complete: false, limits: { objects: 100, newObjectsPerDay: null } });
    expect(await own.judge(counts(1))).toEqual({ kind: 'full', rooms: new Map([['north', { places: 0, code: 'too-many-objects' }]]) });
    expect(queries).toEqual(['known', 'read-taken']);
  });

  it('need no query without limits, or for units that create nothing', async () => {
    const { quotas: own, queries } = quotas({ complete: true, limits: { objects: null, newObjectsPerDay: null } });
    expect(await own.judge(counts(5))).toEqual({ kind: 'uses', uses: [] });
    const limited = quotas({ complete: false, limits: { objects: 100, newObjectsPerDay: null } });
    expect(await limited.quotas.judge([{ workspace: 'north', partition: 0, created: 0, erased: 3, changes: new Map() }])).toEqual({
      kind: 'uses',
      uses: [],
    });
    expect([...queries, ...limited.queries]).toEqual([]);
  });
});
