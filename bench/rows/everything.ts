import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startService } from '#testing/running-service.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';
import { importAreas, judgedEvents } from './imported-areas.js';
import { deleteWebhooks, made, TO_LOOPBACK } from './webhook-orders.js';
import { WebhookReceiver } from './webhook-receiver.js';

const AREAS = 1000;
/** An object passes a border every hundred reports or so. */
const APART = 3;
const MAX_BEHIND = 40_000;

/** What taking objects in costs when reports, areas and a webhook for the areas' events are kept beside it. */
export const everythingRow: Row<ProductContext> = {
  id: 'everything',
  what: `the row waiting with the report service, ${AREAS} areas and a webhook for their events beside it, and without`,
  unit: 'elements/s',
  async measure({ stack, space, seconds, objects }) {
    const shape = { mode: 'wait', connections: 16, elementsPerCall: 100, objects, durationMs: seconds * 1000 } as const;
    const pool = new pg.Pool({ connectionString: space.databaseUrl, max: 1 });
    const receiver = await WebhookReceiver.start();
    const areas = await startService('area-service', space.environment('area-service'));
    const webhooks = await startService('webhook-service', space.environment('webhook-service', TO_LOOPBACK));
    try {
      await importAreas(areas.url, space, stack.workspace, AREAS, APART);
      // What the services have still to read of what was before is none of what is measured.
      const judged = judgedEvents(pool, space);
      while ((await judged()) < (await stack.projected()) || (await stack.reports.behind()) > 0) await sleep(100);
      const told = async (): Promise<number> => (await pool.query<{ count: number }>(`select count(*)::int as count from ${pg.escapeIdentifier(space.schemas.projection)}.told_area_event`)).rows[0]!.count;
      await made(stack, `${receiver.url}/fast`, { filter: { kinds: ['area.entered', 'area.left'] } });
      // The first load finds a broker and services that are cold yet.
      await loadedRun(stack, shape, { maxBehind: MAX_BEHIND });
      const beside = await loadedRun({ ...stack, processes: [...stack.processes, { name: 'area', pid: areas.pid, family: false }, { name: 'webhook', pid: webhooks.pid, family: false }] }, shape, { maxBehind: MAX_BEHIND });
      await deleteWebhooks(stack);
      await Promise.all([areas.stop(), webhooks.stop(), stack.reports.stop()]);
      const alone = await loadedRun(stack, shape, { maxBehind: MAX_BEHIND });
      await stack.reports.start();
      const [value, without] = [beside, alone].map(({ load }) => (load.wanted * 1000) / load.elapsedMs) as [number, number];
      return { value, ...beside.measurement, notes: [`${without.toFixed(0)} elements/s without: ${((value / without) * 100).toFixed(0)} %`, `${await told()} events of areas`, ...(beside.measurement.notes ?? [])] };
    } finally {
      receiver.close();
      await pool.end();
      await Promise.all([areas.stop(), webhooks.stop()]);
    }
  },
};
