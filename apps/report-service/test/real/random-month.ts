import type { ChangeKind, ObjectChange } from '#object-rules/change.js';
import type { RawEvent } from '#testing/oracle/report-recount.js';
import type { Random } from '#testing/workload/random.js';

const DAY_MS = 86_400_000;
const TYPES = ['crane', 'truck', '=cmd|calc'];

export interface Draft {
  kind: ChangeKind;
  change: ObjectChange;
}

/**
 * The reports of objects in 30 days, in a possible order of arrival: each object's reports mostly one after the other, some of them minutes
 * or much later, or soon after one from long ago. Some reports are repeated, types change occasionally, and positions are near each other,
 * far apart, or missing.
 */
export function randomMonth(
  random: Random,
  { workspace, objects, reports, end }: { workspace: string; objects: number; reports: number; end: number },
): Draft[] {
  const begin = end - 30 * DAY_MS;
  const log: Draft[] = [];
  const lives = Array.from({ length: objects }, (_, n) => ({
    id: `${workspace}-${n}`,
    at: begin + random.integer(0, DAY_MS),
    revision: 0,
    lat: 50 + random.next(),
    lon: 8 + random.next(),
    held: [] as Draft[],
    times: [] as number[],
  }));
  for (let n = 0; n < objects * reports; n++) {
    const life = random.pick(lives);
    life.at = Math.min(
      end - 1,
      life.at + random.pick([1000, 20_000, 120_000, 600_000, 5 * 3_600_000, 24 * 3_600_000, (30 * DAY_MS) / reports]),
    );
    const isLate = life.revision > 0 && random.chance(0.15);
    const observedAt = new Date(
      isLate
        ? random.pick([
            random.integer(begin, life.at),
            life.at - random.integer(0, 240_000),
            random.pick(life.times) + random.integer(1, 30_000),
          ])
        : life.at,
    ).toISOString();
    life.times.push(Date.parse(observedAt));
    const step = random.pick([0, 0, 0.0003, 0.002, 0.05]);
    life.lat += step * (random.next() - 0.5);
    life.lon += step * (random.next() - 0.5);
    const kind: ChangeKind = life.revision === 0 ? 'created' : random.chance(0.05) ? 'edited' : 'updated';
    const change: ObjectChange = {
      externalId: life.id,
      workspace,
      revision: ++life.revision,
      operationId: '0199',
      index: 0,
      observedAt,
      receivedAt: new Date(end).toISOString(),
      subject: random.pick(['token:a', 'token:b']),
    };
    if (isLate && kind === 'updated') change.stale = true;
    if (kind === 'created' || random.chance(0.8)) change.position = { lat: life.lat, lon: life.lon };
    if (kind === 'created' || kind === 'edited') change.set = { type: random.pick(TYPES) };
    if (random.chance(0.3))
      change.fields = {
        battery: { type: 'Number', value: random.integer(0, 1000) / 10 },
        status: { type: 'Category', value: { namespace: 'state', categoryName: random.pick(['idle', 'busy']) } },
      };
    log.push({ kind, change });
    life.held.push({ kind, change });
    // Published again after a fault: the last few of an object, in their order.
    if (random.chance(0.03)) log.push(...life.held.slice(-random.integer(1, 4)));
  }
  return log;
}

export const rawEventOf = ({ kind, change }: Draft): RawEvent => ({
  type: `waymark.object.${kind}.v1`,
  value: change as RawEvent['value'],
});
