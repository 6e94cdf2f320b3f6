import { AREA_EVENT_TYPES, type AreaEvent, type AreaEventKind } from '#contracts/areas/area-event.js';
import type { RawAreaEvent } from '#testing/oracle/report-recount.js';
import type { Random } from '#testing/workload/random.js';

const DAY_MS = 86_400_000;

/**
 * Visits of areas in 30 days with their possible events: some end at another time than first published, some never happened, and some
 * events are repeated.
 */
export function randomVisits(
  random: Random,
  { workspace, objects, visits, end }: { workspace: string; objects: number; visits: number; end: number },
): RawAreaEvent[] {
  const log: RawAreaEvent[] = [];
  for (let n = 0; n < visits; n++) {
    const areaId = random.pick(['one', 'two']);
    const start = end - random.integer(DAY_MS, 29 * DAY_MS);
    const stay = (): number => start + random.pick([1000, 600_000, 3_600_000, 20 * 3_600_000]);
    const emit = (id: string, kind: AreaEventKind, at: number, more: Partial<AreaEvent> = {}): void => {
      const value: AreaEvent = {
        eventId: `${workspace}-${n}-${id}`,
        workspace,
        externalId: `${workspace}-${n % objects}`,
        areaId,
        areaRevision: 1,
        at: new Date(at).toISOString(),
        visitStartedAt: new Date(start).toISOString(),
        objectRevision: 1_000_000,
        ...more,
      };
      const event = { type: AREA_EVENT_TYPES[kind], value };
      log.push(event, ...(random.chance(0.1) ? [event] : []));
    };
    const first = stay();
    emit('entered', 'entered', start);
    emit('left', 'left', first);
    if (random.chance(0.3)) {
      emit('left-not', 'corrected', first, { corrects: `${workspace}-${n}-left`, correctedKind: 'left' });
      if (random.chance(0.5)) emit('left-then', 'left', stay(), { late: true });
      else emit('never', 'corrected', start, { corrects: `${workspace}-${n}-entered`, correctedKind: 'entered' });
    }
  }
  return log;
}
