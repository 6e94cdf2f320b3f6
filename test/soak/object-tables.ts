import { leastOperationId } from '../../apps/object-service/src/commands/operation-time.js';
import { ownedAfter } from '../../apps/object-service/src/erasing/erasure-sql.js';
import { staleAfter } from '../../apps/object-service/src/erasing/stale-sql.js';
import { sweepUnnamedPictures } from '../../apps/object-service/src/pictures/unnamed-pictures.js';
import { recountObjects } from '../../apps/object-service/src/quotas/recount.js';
import { MIGRATIONS } from '../../apps/object-service/src/storage/migrations.js';
import { pruneIdempotencyKeys } from '../../apps/object-service/src/upkeep/idempotency-keys.js';
import { createOutcomePartitions, dropOutcomePartitions } from '../../apps/object-service/src/upkeep/outcome-partitions.js';
import { DAY_MS } from '../../apps/projection-service/src/storage/time-partitions.js';
import { fill, fillPiece, type LargeTable, now, schemaOf, workspaceOf } from './large-tables.js';

/** A time whose partition is dropped. */
const SETTLED = now - (now % (6 * 3_600_000)) - 4 * DAY_MS;

export const OUTCOMES: LargeTable = {
  name: 'operation_outcome',
  dataSource: schemaOf(MIGRATIONS),
  prepare: async (pool, rows) => {
    const piece = `operation_outcome_${new Date(SETTLED).toISOString().slice(0, 13).replace(/\D/g, '')}`;
    const least = leastOperationId(SETTLED);
    await fillPiece(
      pool,
      'operation_outcome',
      piece,
      `from ('${least}') to ('${leastOperationId(SETTLED + 6 * 3_600_000)}')`,
      rows,
      `('${least.slice(0, 24)}' || lpad(to_hex(n), 12, '0'))::uuid, n % 24, ${workspaceOf('n')}, 1, '{1}', ` +
        `'[[0,"o",1]]', null, timestamptz '${new Date(SETTLED).toISOString()}'`,
    );
    await pool.query(`create index ${piece}_settled on ${piece} using brin (settled_at) with (pages_per_range = 64, autosummarize = on)`);
    await createOutcomePartitions(pool, now);
    await fill(
      pool,
      'idempotency_key',
      Math.ceil(rows / 10),
      `${workspaceOf('n')}, 'k' || n, gen_random_uuid(), 'b', now() - interval '2 days'`,
    );
  },
  probes: [
    {
      name: 'insert',
      text: `insert into operation_outcome
        values (('${leastOperationId(now).slice(0, 24)}' || lpad(to_hex($1::int), 12, '0'))::uuid, 1, 'probe', 1, '{1}', '[]')`,
      values: (n) => [n],
    },
    {
      name: 'read',
      text: `select * from operation_outcome
        where operation_id = ('${leastOperationId(SETTLED).slice(0, 24)}' || lpad(to_hex($1::int), 12, '0'))::uuid`,
      values: (n) => [n],
    },
    {
      name: 'claim',
      text: `insert into idempotency_key values ('probe', $1, gen_random_uuid(), 'b')`,
      values: (n) => [`k${n}-${Math.random()}`],
    },
  ],
  tasks: [
    { name: 'partitions for coming hours', run: ({ pool }) => createOutcomePartitions(pool, now + 12 * 3_600_000) },
    { name: 'a partition older than 48 hours', run: ({ pool }) => dropOutcomePartitions(pool, now) },
    { name: 'keys of calls older than 24 hours', run: ({ pool }) => pruneIdempotencyKeys(pool) },
  ],
};

export const OBJECTS: LargeTable = {
  name: 'all_objects',
  dataSource: schemaOf(MIGRATIONS),
  prepare: async (pool, rows) => {
    await fill(
      pool,
      'object',
      rows,
      `'o' || n, ${workspaceOf('n')}, 1, ('{"externalId":"o' || n || '","revision":1,"type":"van","updatedAt":"2026-11-20T08:00:00.000Z"}')::json`,
    );
    await pool.query('analyze object');
    await pool.query('delete from object_recount');
    await fill(
      pool,
      'picture',
      Math.ceil(rows / 100),
      `'o' || n, 'hash', ${workspaceOf('n')}, 'image/png', 1, 1, 1, 'x', 'me', now() - interval '2 days', now() - interval '2 days'`,
    );
  },
  probes: [
    { name: 'update', text: 'update object set revision = revision + 1 where external_id = $1', values: (n) => [`o${n}`] },
    {
      name: 'insert',
      text: `insert into object values ($1, 'probe', 1, '{}') on conflict do nothing`,
      values: (n) => [`probe ${n}`],
    },
    {
      name: 'count',
      text: `insert into object_count as held values ('probe', 1, 1, current_date, 1)
        on conflict (workspace, partition) do update set objects = held.objects + 1`,
      values: () => [],
    },
    {
      name: 'picture',
      text: `insert into picture values ($1, 'probe', 'w1', 'image/png', 1, 1, 1, 'x', 'me')`,
      values: (n) => [`probe ${n}`],
    },
  ],
  tasks: [
    { name: 'objects that were never counted', run: ({ pool }) => recountObjects(pool) },
    { name: 'pages of objects that nothing was heard of', run: ({ pool }) => walk((after) => staleAfter(pool, STALE, after, PAGE)) },
    { name: 'pages of objects of deleted workspaces', run: ({ pool }) => walk((after) => ownedAfter(pool, ['w1'], after, PAGE)) },
    { name: 'pictures that nothing names', run: ({ pool }) => sweepUnnamedPictures(pool, () => false) },
  ],
};

const PAGE = 5000;
const STALE = [{ workspace: 'w1', type: null, before: new Date(now).toISOString() }];

/** @returns number of pages */
async function walk(page: (after: string) => Promise<{ last: string | undefined }>): Promise<number> {
  let pages = 0;
  for (let after: string | undefined = ''; after !== undefined; pages++) after = (await page(after)).last;
  return pages;
}
