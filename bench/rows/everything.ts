import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startService } from '#testing/running-service.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Measurement, Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';
import { deleteAreas, importAreas, judgedEvents } from './imported-areas.js';
import { deleteWebhooks, made, TO_LOOPBACK } from './webhook-orders.js';
import { WebhookReceiver } from './webhook-receiver.js';

const AREAS = 1000;
/** With this distance an object crosses a border about every hundred reports. */
const APART = 3;
const MAX_LAG = 40_000;

/** The cost of an update while reports, areas and a webhook for the areas' events run. */
export const everythingRow: Row<ProductContext> = {
  id: 'everything',
  what: `the row waiting with the report service, ${AREAS} areas and a webhook for their events running; without them before and after`,
  unit: 'elements/s',
  async measure(context) {
    const { stack } = context;
    // Warms up the broker and the services; otherwise this would be counted in the first measurement.
    await run(context, []);
    await stack.reports.stop();
    const before = await run(context, []);
    await stack.reports.start();
    const withAll = await withEverything(context);
    await stack.reports.stop();
    const after = await run(context, []);
    await stack.reports.start();
    const without = (before.value + after.value) / 2;
    return {
      ...withAll,
      notes: [
        `${before.value.toFixed(0)} and ${after.value.toFixed(0)} elements/s without: ${((withAll.value / without) * 100).toFixed(0)} %`,
        ...(withAll.notes ?? []),
      ],
    };
  },
};

type Process = ProductContext['stack']['processes'][number];

async function run({ stack, space, seconds, objects }: ProductContext, more: readonly Process[]): Promise<Measurement> {
  await checkpoint(space.databaseUrl);
  const shape = { mode: 'wait', connections: 16, elementsPerCall: 100, objects, durationMs: seconds * 1000 } as const;
  const { load, measurement } = await loadedRun({ ...stack, processes: [...stack.processes, ...more] }, shape, { maxLag: MAX_LAG });
  return { ...measurement, value: (load.wanted * 1000) / load.elapsedMs };
}

/** Runs a checkpoint before each run: otherwise one caused by earlier runs, and the full-page writes after it, could fall into any run. */
async function checkpoint(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

async function withEverything(context: ProductContext): Promise<Measurement> {
  const { stack, space } = context;
  const pool = new pg.Pool({ connectionString: space.databaseUrl, max: 1 });
  const receiver = await WebhookReceiver.start();
  const areas = await startService('area-service', space.environment('area-service'));
  const webhooks = await startService('webhook-service', space.environment('webhook-service', TO_LOOPBACK));
  try {
    await importAreas(areas.url, space, stack.workspace, AREAS, APART);
    // The services' earlier backlog is not part of the measurement.
    const judged = judgedEvents(pool, space);
    while ((await judged()) < (await stack.projected()) || (await stack.reports.lag()) > 0) await sleep(100);
    await made(stack, `${receiver.url}/fast`, { filter: { kinds: ['area.entered', 'area.left'] } });
    // A warm-up, as before the runs without these services.
    await run(context, []);
    const withAll = await run(context, [
      { name: 'area', pid: areas.pid, family: false },
      { name: 'webhook', pid: webhooks.pid, family: false },
    ]);
    const lags = await Promise.all([stack.projected(), judged(), stack.reports.lag()]);
    const areaEvents = (
      await pool.query<{ count: number }>(
        `select count(*)::int as count from ${pg.escapeIdentifier(space.schemas.projection)}.told_area_event`,
      )
    ).rows[0]!.count;
    await deleteWebhooks(stack);
    await deleteAreas(areas.url, space, stack.workspace);
    return {
      ...withAll,
      notes: [
        `${areaEvents} events of areas; reports ${lags[2]} elements behind at the end`,
        // It writes its offsets every 30 s only.
        `${lags[0] - lags[1]} elements since the last checkpoint of the area service`,
        ...(withAll.notes ?? []),
      ],
    };
  } finally {
    receiver.close();
    await pool.end();
    await Promise.all([areas.stop(), webhooks.stop()]);
  }
}
