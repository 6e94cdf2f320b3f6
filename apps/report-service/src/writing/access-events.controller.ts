import { Controller, Inject } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { moveOf } from '#kafka/records/record-mark.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OnAssigned, OnUnit } from '#kafka/units/unit-handlers.js';
import { int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import { type CountedCall, decodeCalls } from '../folding/access-lines.js';
import { holdOffErasures } from '../tables/erasures-turn.js';
import { WRITE_POOL } from '../tables/tables.module.js';
import { advance } from './object-events-processor.js';
import { ReportMetrics } from './report-metrics.js';

/** Name of the consumer in `partition_offset`. */
export const CONSUMER = 'access';
const OK = 400;

/** Counts the lines of access.events, each once, in one transaction with the offsets. */
@Controller()
export class AccessEventsController {
  constructor(
    @Inject(WRITE_POOL) private readonly pool: Pool,
    private readonly metrics: ReportMetrics,
  ) {}

  @OnAssigned('access.events')
  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return readOffsets(this.pool, CONSUMER, partitions);
  }

  @OnUnit('access.events')
  async process(unit: UnitOfWork): Promise<void> {
    const { pool, metrics } = this;
    const calls: CountedCall[] = [];
    for (const { records } of unit.batches) {
      for (const record of records) {
        const decoded = decodeCalls(record);
        if (decoded === undefined) metrics.skipped.inc({ reason: 'not-understood' });
        else calls.push(...decoded);
      }
    }
    await inTransaction(pool, async (client) => {
      await advance(client, CONSUMER, unit.batches.map(moveOf));
      if (calls.length === 0) return;
      await holdOffErasures(client);
      await writeCalls(client, await notCounted(client, calls));
    });
    metrics.calls.inc(calls.length);
  }
}

const REMEMBER = `
  insert into counted_call (quarter, digest) select quarter, digest::bigint from unnest($1::int[], $2::text[])
  as n (quarter, digest) order by 1, 2
  on conflict do nothing returning digest::text as digest`;

/** The calls that are not counted yet, each once. */
async function notCounted(client: PoolClient, calls: readonly CountedCall[]): Promise<CountedCall[]> {
  const { rows } = await client.query<{ digest: string }>({
    name: 'remember-calls',
    text: REMEMBER,
    values: [int4Array(calls.map(({ quarter }) => quarter)), textArray(calls.map(({ digest }) => digest))],
  });
  const fresh = new Set(rows.map(({ digest }) => digest));
  return calls.filter(({ digest }) => fresh.delete(digest));
}

/** Stores calls with the type and categories in the object's present profile; nothing for an object that was erased since. */
async function writeCalls(client: PoolClient, calls: readonly CountedCall[]): Promise<void> {
  if (calls.length === 0) return;
  const counted = [...sum(calls)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const of = (pick: (call: CountedCall) => string): Buffer => textArray(counted.map(({ call }) => pick(call)));
  const quarters = int4Array(counted.map(({ call }) => call.quarter));
  const counts = int8Array(counted.map(({ count }) => count));
  const ids = textArray(counted.map(({ call }) => call.externalId ?? null));
  await client.query({
    name: 'count-calls',
    text: COUNT_CALLS,
    values: [
      of(({ workspace }) => workspace),
      quarters,
      of(({ subject }) => subject),
      of(({ operation }) => operation),
      int4Array(counted.map(({ call }) => call.status)),
      ids,
      counts,
    ],
  });
  await client.query({
    name: 'count-object-calls',
    text: COUNT_OBJECT_CALLS,
    values: [
      of(({ workspace }) => workspace),
      quarters,
      of(({ subject }) => subject),
      of(({ operation }) => operation),
      int4Array(counted.map(({ call }) => call.status)),
      ids,
      counts,
    ],
  });
}

const CALLS =
  'unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::int[], $6::text[], $7::bigint[]) as n ' +
  '(workspace, quarter, subject, operation, status, external_id, calls)';

const COUNT_CALLS = `
  insert into call_count as held (workspace, quarter, subject, operation, status, type, calls)
  select n.workspace, n.quarter, n.subject, n.operation, n.status, coalesce(p.type, ''), sum(n.calls)
  from ${CALLS} left join profile p on p.external_id = n.external_id and p.workspace = n.workspace
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (workspace, quarter, subject, operation, status, type) do update set calls = held.calls + excluded.calls`;

const COUNT_OBJECT_CALLS = `
  insert into object_call as held (workspace, external_id, quarter, subject, operation, calls)
  select n.workspace, n.external_id, n.quarter, n.subject, n.operation, sum(n.calls)
  from ${CALLS} where n.external_id is not null and n.status < ${OK}
    and (exists (select from profile p where p.external_id = n.external_id)
    or not exists (select from erased_object e where e.external_id = n.external_id))
  group by 1, 2, 3, 4, 5 order by 2, 1, 3, 4, 5
  on conflict (external_id, workspace, quarter, subject, operation) do update set calls = held.calls + excluded.calls`;

function sum(calls: readonly CountedCall[]): Map<string, { call: CountedCall; count: number }> {
  const sums = new Map<string, { call: CountedCall; count: number }>();
  for (const call of calls) {
    const { workspace, quarter, subject, operation, status, externalId } = call;
    const key = JSON.stringify([workspace, quarter, subject, operation, status, externalId]);
    const held = sums.get(key);
    if (held) held.count++;
    else sums.set(key, { call, count: 1 });
  }
  return sums;
}
