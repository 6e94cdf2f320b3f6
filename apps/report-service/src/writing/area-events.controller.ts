import { Controller, Inject } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { moveOf } from '#kafka/records/record-mark.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnUnit } from '#kafka/units/unit-handlers.js';
import { int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import { decodeVisitEvent, type Visit, visitAfter, type VisitEvent } from '../folding/area-visits.js';
import type { Profile } from '../folding/profile.js';
import { QUARTER_MS, quarterOf } from '../folding/quarter.js';
import { holdOffErasures } from '../tables/erasures-turn.js';
import { ObservationPieces } from '../tables/observation-pieces.js';
import { WRITE_POOL } from '../tables/tables.module.js';
import { readErased } from './erasures.js';
import { Facets } from './facets.js';
import { advance } from './object-events-processor.js';
import { readProfiles } from './profiles.js';
import { ReportMetrics } from './report-metrics.js';

/** Name of the consumer in `partition_offset`. */
export const CONSUMER = 'areas';

/** Stores visits to areas and the time inside, from area.events, in one transaction with the offsets. */
@Controller()
export class AreaEventsController {
  constructor(
    @Inject(WRITE_POOL) private readonly pool: Pool,
    private readonly pieces: ObservationPieces,
    private readonly facets: Facets,
    private readonly metrics: ReportMetrics,
  ) {}

  @OnAssigned('area.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return readOffsets(this.pool, CONSUMER, partitions);
  }

  @OnUnit('area.events')
  async process(unit: UnitOfWork): Promise<void> {
    const { pool, metrics, pieces, facets } = this;
    const now = Date.now();
    const events: VisitEvent[] = [];
    for (const { records } of unit.batches) {
      for (const record of records) {
        const event = decodeVisitEvent(record);
        if (event === undefined) metrics.skipped.inc({ reason: 'not-understood' });
        else if (event !== null && pieces.isOutside(event.at, now)) metrics.skipped.inc({ reason: 'too-old' });
        else if (event !== null) events.push(event);
      }
    }
    await inTransaction(pool, async (client) => {
      await advance(client, CONSUMER, unit.batches.map(moveOf));
      if (events.length === 0) return;
      await holdOffErasures(client);
      const fresh = await notCounted(client, await notErased(client, events));
      if (fresh.length > 0) await fold(client, fresh, facets);
    });
  }
}

/** Drops late events from before the erasure of their object. */
async function notErased(client: PoolClient, events: readonly VisitEvent[]): Promise<VisitEvent[]> {
  const erased = await readErased(client, [...new Set(events.map(({ externalId }) => externalId))]);
  return events.filter(({ externalId, objectRevision }) => objectRevision > (erased.get(externalId) ?? 0));
}

async function notCounted(client: PoolClient, events: readonly VisitEvent[]): Promise<VisitEvent[]> {
  if (events.length === 0) return [];
  const ordered = [...events].sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const { rows } = await client.query<{ event_id: string }>({
    name: 'remember-area-events',
    text:
      'insert into counted_area_event (event_id, quarter) select * from unnest($1::text[], $2::int[]) on ' +
      'conflict do nothing returning event_id',
    values: [textArray(ordered.map(({ eventId }) => eventId)), int4Array(ordered.map(({ at }) => quarterOf(at)))],
  });
  const fresh = new Set(rows.map(({ event_id }) => event_id));
  return events.filter(({ eventId }) => fresh.delete(eventId));
}

const keyOf = ({ externalId, areaId, startedAt }: Pick<Visit, 'externalId' | 'areaId' | 'startedAt'>): string =>
  JSON.stringify([externalId, areaId, startedAt]);

async function fold(client: PoolClient, events: readonly VisitEvent[], facets: Facets): Promise<void> {
  const keys = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  const before = await readVisits(client, keys);
  const profiles = await readProfiles(client, [...new Set(events.map(({ externalId }) => externalId))].sort());
  await facets.know(profiles.values());
  const after = new Map<string, Visit | undefined>(before);
  for (const event of events)
    after.set(keyOf(event), visitAfter(after.get(keyOf(event)), event, kindOf(profiles.get(event.externalId), facets)));
  const sums = new AreaSums();
  const gone: VisitEvent[] = [];
  const written: Visit[] = [];
  for (const event of keys) {
    const [was, is] = [before.get(keyOf(event)), after.get(keyOf(event))];
    if (was) sums.add(was, -1);
    if (is) sums.add(is, 1);
    if (is) written.push(is);
    else if (was) gone.push(event);
  }
  await writeVisits(client, written, gone);
  await sums.write(client);
}

/** The present type and facet of an object, whose events may not have arrived yet. */
const kindOf = (profile: Profile | undefined, facets: Facets): Pick<Visit, 'type' | 'facet'> =>
  profile ? { type: profile.type, facet: facets.of(profile) } : { type: '', facet: 0 };

const VISIT_KEYS = 'unnest($1::text[], $2::text[], $3::bigint[]) as k (external_id, area_id, started_at)';
const keyArrays = (visits: readonly Pick<Visit, 'externalId' | 'areaId' | 'startedAt'>[]): Buffer[] => [
  textArray(visits.map(({ externalId }) => externalId)),
  textArray(visits.map(({ areaId }) => areaId)),
  int8Array(visits.map(({ startedAt }) => startedAt)),
];

async function readVisits(client: PoolClient, keys: readonly VisitEvent[]): Promise<Map<string, Visit>> {
  const { rows } = await client.query<{
    external_id: string;
    area_id: string;
    started_at: number;
    left_at: number | null;
    workspace: string;
    type: string;
    facet: number;
  }>({
    name: 'visits',
    text: `select v.* from ${VISIT_KEYS} join visit v using (external_id, area_id, started_at)`,
    values: keyArrays(keys),
  });
  return new Map(
    rows.map((row) => {
      const visit: Visit = {
        workspace: row.workspace,
        externalId: row.external_id,
        areaId: row.area_id,
        type: row.type,
        facet: row.facet,
        startedAt: row.started_at,
        leftAt: row.left_at ?? undefined,
      };
      return [keyOf(visit), visit];
    }),
  );
}

async function writeVisits(client: PoolClient, visits: readonly Visit[], gone: readonly VisitEvent[]): Promise<void> {
  if (gone.length > 0)
    await client.query({
      name: 'delete-visits',
      text: `delete from visit v using ${VISIT_KEYS} where v.external_id = k.external_id and v.area_id = k.area_id
        and v.started_at = k.started_at`,
      values: keyArrays(gone),
    });
  if (visits.length === 0) return;
  await client.query({
    name: 'upsert-visits',
    text: `insert into visit (external_id, area_id, started_at, left_at, workspace, type, facet)
      select external_id, area_id, started_at, nullif(left_at, -1), workspace, type, facet
      from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::int[])
      as n (external_id, area_id, started_at, left_at, workspace, type, facet)
      on conflict (external_id, area_id, started_at) do update set left_at = excluded.left_at`,
    values: [
      ...keyArrays(visits),
      int8Array(visits.map(({ leftAt }) => leftAt ?? -1)),
      textArray(visits.map(({ workspace }) => workspace)),
      textArray(visits.map(({ type }) => type)),
      int4Array(visits.map(({ facet }) => facet)),
    ],
  });
}

/** Only this last part of a longer visit counts, for example after a report dated 1970. */
const MAX_VISIT_MS = 400 * 86_400_000;

interface AreaSum {
  visit: Visit;
  quarter: number;
  entered: number;
  insideMs: number;
}

/** Sums of visits by quarter: each visit counts as entered once, and its time counts once it has ended. */
class AreaSums {
  private readonly sums = new Map<string, AreaSum>();

  add(visit: Visit, sign: 1 | -1): void {
    const { startedAt, leftAt } = visit;
    this.of(visit, quarterOf(startedAt)).entered += sign;
    for (let from = Math.max(startedAt, (leftAt ?? startedAt) - MAX_VISIT_MS); leftAt !== undefined && from < leftAt;) {
      const to = Math.min(leftAt, (quarterOf(from) + 1) * QUARTER_MS);
      this.of(visit, quarterOf(from)).insideMs += sign * (to - from);
      from = to;
    }
  }

  private of(visit: Visit, quarter: number): AreaSum {
    const key = JSON.stringify([visit.workspace, quarter, visit.areaId, visit.type, visit.facet]);
    let sum = this.sums.get(key);
    if (sum === undefined) this.sums.set(key, (sum = { visit, quarter, entered: 0, insideMs: 0 }));
    return sum;
  }

  async write(client: PoolClient): Promise<void> {
    const rows = [...this.sums]
      .filter(([, { entered, insideMs }]) => entered !== 0 || insideMs !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, sum]) => sum);
    if (rows.length === 0) return;
    await client.query({
      name: 'upsert-area-sums',
      text: `insert into area_sum as held (workspace, area_id, type, facet, quarter, entered, inside_ms) select *
        from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::bigint[], $7::bigint[])
        on conflict (workspace, quarter, area_id, type, facet) do update
        set entered = held.entered + excluded.entered, inside_ms = held.inside_ms + excluded.inside_ms`,
      values: [
        textArray(rows.map(({ visit }) => visit.workspace)),
        textArray(rows.map(({ visit }) => visit.areaId)),
        textArray(rows.map(({ visit }) => visit.type)),
        int4Array(rows.map(({ visit }) => visit.facet)),
        int4Array(rows.map(({ quarter }) => quarter)),
        int8Array(rows.map(({ entered }) => entered)),
        int8Array(rows.map(({ insideMs }) => insideMs)),
      ],
    });
  }
}
