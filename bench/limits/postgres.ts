import pg from 'pg';
import { copyRows } from '#postgres/copy.js';
import type { Row } from '../measure/measurement.js';
import type { LimitContext } from './context.js';
import { sampleChange } from './sample-change.js';

const ROWS = 1_000;

/** Postgres alone with rows like the product's: owners read, states upserted and history copied, in transactions of 1,000 rows. */
export const postgresRow: Row<LimitContext> = {
  id: 'limit-postgres',
  what: 'Postgres alone: owners query, upsert and history of 1,000 rows a transaction, one connection',
  unit: 'elements/s',
  async measure({ space, seconds, objects }) {
    const schema = `bench_limit_${Date.now()}`;
    const pool = new pg.Pool({ connectionString: space.databaseUrl, max: 1 });
    const client = await pool.connect();
    try {
      await client.query(`create schema ${schema}; set search_path = ${schema};
        create table object (external_id text primary key, workspace text not null, revision int not null,
        state text not null) with (fillfactor = 80);
        create table history (external_id text not null, revision int not null, received_at timestamptz not null, change text not null);
        create index on history (external_id, received_at)`);
      let done = 0;
      const startedAt = performance.now();
      while (performance.now() - startedAt < seconds * 1000) {
        await transaction(client, done, objects);
        done += ROWS;
      }
      return { value: (done * 1000) / (performance.now() - startedAt) };
    } finally {
      await client.query(`drop schema if exists ${schema} cascade`);
      client.release();
      await pool.end();
    }
  },
};

async function transaction(client: pg.PoolClient, first: number, objects: number): Promise<void> {
  const newest = new Map(
    Array.from({ length: ROWS }, (_unused, index) => sampleChange(first + index, objects)).map((change) => [change.externalId, change]),
  );
  const changes = [...newest.values()];
  const ids = changes.map(({ externalId }) => externalId);
  const values = changes.map((change) => JSON.stringify(change));
  await client.query('begin');
  await client.query({
    name: 'owners',
    text: 'select external_id, workspace, state from object where external_id = any($1::text[])',
    values: [ids],
  });
  await client.query({
    name: 'upsert',
    text: `insert into object select * from unnest($1::text[], $2::text[], $3::int[], $4::text[])
           on conflict (external_id) do update set revision = excluded.revision, state = excluded.state`,
    values: [ids, changes.map(({ workspace }) => workspace), changes.map(({ revision }) => revision), values],
  });
  await copyRows(
    client,
    'history',
    ['external_id', 'revision', 'received_at', 'change'],
    changes.map(({ externalId, revision, receivedAt }, index) => `${externalId}\t${revision}\t${receivedAt}\t${values[index]}`),
  );
  await client.query('commit');
}
