import { startService } from '#testing/running-service.js';
import { loadedRun } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import type { ProductContext } from './context.js';
import { importAreas } from './imported-areas.js';
import { deleteWebhooks, made, TO_LOOPBACK } from './webhook-orders.js';
import { WebhookReceiver } from './webhook-receiver.js';

const AREAS = 1000;
const MAX_BEHIND = 40_000;

/** What taking objects in costs when reports, areas and a webhook for the areas' events are kept beside it. */
export const everythingRow: Row<ProductContext> = {
  id: 'everything',
  what: `the row waiting with the report service, ${AREAS} areas and a webhook for their events beside it, and without`,
  unit: 'elements/s',
  async measure({ stack, space, seconds, objects }) {
    const shape = { mode: 'wait', connections: 16, elementsPerCall: 100, objects, durationMs: seconds * 1000 } as const;
    const receiver = await WebhookReceiver.start();
    const areas = await startService('area-service', space.environment('area-service'));
    const webhooks = await startService('webhook-service', space.environment('webhook-service', TO_LOOPBACK));
    try {
      await importAreas(areas.url, space, stack.workspace, AREAS);
      await made(stack, `${receiver.url}/fast`, { filter: { kinds: ['area.entered', 'area.left'] } });
      const beside = await loadedRun({ ...stack, processes: [...stack.processes, { name: 'area', pid: areas.pid, family: false }, { name: 'webhook', pid: webhooks.pid, family: false }] }, shape, { maxBehind: MAX_BEHIND });
      await deleteWebhooks(stack);
      await Promise.all([areas.stop(), webhooks.stop(), stack.reports.stop()]);
      const alone = await loadedRun(stack, shape, { maxBehind: MAX_BEHIND });
      await stack.reports.start();
      const [value, without] = [beside, alone].map(({ load }) => (load.wanted * 1000) / load.elapsedMs) as [number, number];
      return { value, ...beside.measurement, notes: [`${without.toFixed(0)} elements/s without: ${((value / without) * 100).toFixed(0)} %`, `${receiver.deliveries} messages with events of areas`, ...(beside.measurement.notes ?? [])] };
    } finally {
      receiver.close();
      await Promise.all([areas.stop(), webhooks.stop()]);
    }
  },
};
