import type { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { VisitUpkeep } from '../../src/visits/visit-upkeep.js';

it('drops all due visits in one round, batch by batch, and the data of a deleted workspace once', async () => {
  const left = { ended: 25_000, gone: 12_000, tracks: 3 };
  const batches: string[] = [];
  const query = (text: string): Promise<{ rows: unknown[]; rowCount: number }> => {
    if (text.includes('advisory')) return Promise.resolve({ rows: [{ taken: true }], rowCount: 1 });
    const which = text.includes('from track') ? 'tracks' : text.includes('ended_at <') ? 'ended' : 'gone';
    const dropped = Math.min(left[which], 10_000);
    left[which] -= dropped;
    if (dropped > 0) batches.push(`${which} ${dropped}`);
    return Promise.resolve({ rows: [], rowCount: dropped });
  };
  const pool = { query, connect: () => Promise.resolve({ query, on: () => undefined, release: () => undefined }) } as unknown as Pool;
  const directory = { deletedWorkspaces: new Map([['closed', {}]]), onWorkspaceDeleted: () => undefined } as unknown as DirectoryCopy;
  const areas = { removeAll: vi.fn(() => Promise.resolve(0)) };
  const upkeep = new VisitUpkeep({
    pool,
    areas,
    directory,
    retentionDays: 90,
    tasks: new UpkeepTasks(createMetrics('test'), { warn: (fault: unknown) => batches.push(JSON.stringify(fault)) } as unknown as Logger),
  });
  upkeep.start();
  await vi.waitFor(() => expect(left.ended).toBe(0));
  await upkeep.stop();
  expect([batches, areas.removeAll.mock.calls.length]).toEqual([
    ['gone 10000', 'gone 2000', 'tracks 3', 'ended 10000', 'ended 10000', 'ended 5000'],
    1,
  ]);
});
