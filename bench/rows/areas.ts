import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startService } from '#testing/running-service.js';
import type { LoadJob } from '../load/job.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';
import { importAreas, judgedEvents } from './imported-areas.js';

const AREAS = 100_000;
const shape: Pick<LoadJob, 'mode' | 'connections' | 'elementsPerCall'> = { mode: 'async', connections: 16, elementsPerCall: 100 };
const MAX_LAG = 40_000;

/** CPU of all processes per update with the area service and 100,000 areas, compared with the same load without them just before. */
export const areasRow: Row<ProductContext> = {
  id: 'areas-100000',
  what: 'cost of an update with 100,000 areas, against without (must: at most twice)',
  unit: 'µs/element',
  async measure({ stack, space, seconds, objects }) {
    const load = { ...shape, objects, durationMs: seconds * 1000 };
    await loadedRun(stack, { ...shape, objects, calls: Math.ceil(objects / shape.elementsPerCall) }, { maxLag: MAX_LAG });
    const without = await loadedRun(stack, load, { maxLag: MAX_LAG });
    const service = await startService('area-service', space.environment('area-service'));
    const pool = new pg.Pool({ connectionString: space.databaseUrl, max: 1 });
    try {
      await importAreas(service.url, space, stack.workspace, AREAS, 1);
      // The area service's earlier backlog is not part of the measurement.
      const judged = judgedEvents(pool, space);
      while ((await judged()) < (await stack.projected())) await sleep(100);
      const watched = {
        ...stack,
        processes: [...stack.processes, { name: 'area', pid: service.pid, family: false }],
        projected: async () => Math.min(await stack.projected(), await judged()),
      };
      await loadedRun(watched, { ...shape, objects, calls: Math.ceil(objects / shape.elementsPerCall) }, { maxLag: MAX_LAG });
      const withAreas = await loadedRun(watched, load, { maxLag: MAX_LAG });
      const [before, after] = [costOf(without.measurement.cpu), costOf(withAreas.measurement.cpu)];
      const rate = ({ load: { wanted }, projectedMs }: typeof without): number => Math.round((wanted * 1000) / projectedMs);
      return {
        value: after,
        ...withAreas.measurement,
        notes: [
          `without: ${before.toFixed(1)} µs, so ${(after / before).toFixed(2)} times`,
          `${rate(withAreas)} elements/s against ${rate(without)}`,
          ...(withAreas.measurement.notes ?? []),
        ],
      };
    } finally {
      await pool.end();
      await service.stop();
    }
  },
};

function costOf(cpu: Readonly<Record<string, number>> = {}): number {
  const { generator: _notTheProduct, ...services } = cpu;
  return Object.values(services).reduce((sum, micros) => sum + micros, 0);
}
