import { expect, it, vi } from 'vitest';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { ReportUpkeep } from '../../src/upkeep/report-upkeep.js';

/** A database in which deletes fail for one table, and every other one is empty. */
function databaseWithout(broken: string): { pool: never; queries: string[] } {
  const queries: string[] = [];
  const query = (text: string): Promise<object> => {
    const table = /^delete from (\w+)/.exec(text)?.[1];
    if (table !== undefined) queries.push(table);
    return table === broken ? Promise.reject(new Error(`no ${broken} today`)) : Promise.resolve({ rows: [{ taken: true }], rowCount: 0 });
  };
  return { queries, pool: { query, connect: () => Promise.resolve({ query, on: () => undefined, release: () => undefined }) } as never };
}

it('deletion continues with the rest after one part fails', async () => {
  const { pool, queries } = databaseWithout('counted_call');
  const days = vi.fn(() => ({ historyDays: 3 }));
  const copy = {
    complete: true,
    deletedWorkspaces: new Map([['gone', {}]]),
    knownWorkspaces: [{ id: 'w' }],
    limitsOf: days,
    onWorkspaceDeleted: () => undefined,
  };
  const pieces = { keep: () => Promise.reject(new Error('no piece today')), oldest: () => 0 };
  const logger = createLogger({ service: 'report-service', instance: 'i', level: 'silent' });
  const registry = createMetrics('report-service');
  const upkeep = new ReportUpkeep({
    copy: copy as never,
    pool,
    pieces: pieces as never,
    config: { reportDays: 400, observationDays: 35 },
    logger,
    registry,
    tasks: new UpkeepTasks(registry, logger),
  });
  upkeep.start();
  await vi.waitFor(() => expect(queries).toContain('observation'));
  await upkeep.stop();
  const failed = (await registry.getSingleMetric('waymark_upkeep_failures_total')!.get()).values
    .filter(({ value }) => value > 0)
    .map(({ labels, value }) => [labels['task'], value]);
  expect(failed).toEqual([
    ['old-observations', 1],
    ['old-digests', 1],
  ]);
  expect(queries).toEqual(
    expect.arrayContaining([
      'counted_call',
      'object_call',
      'counted_area_event',
      'visit',
      'movement',
      'arrival',
      'change_count',
      'value_sum',
      'call_count',
      'area_sum',
      'heat',
      'facet',
    ]),
  );
});
