import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '#postgres/pool.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { ensureLikenessIndex } from '../../src/search/index/likeness-index.js';
import { ObjectsByWords, type WordsQuery } from '../../src/search/objects-by-words.js';

const OTHERS = 200_000;
const OWN = 5000;

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** The statements are captured from the search, and explained as they were sent. */
describe('similar words', { timeout: 240_000 }, () => {
  let space: TestSpace;
  let service: RunningService;
  let database: pg.Pool;
  beforeAll(async () => {
    space = await createTestSpace('likeness');
    service = await startService('projection-service', space.environment('projection-service'));
    database = new pg.Pool({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection},public` });
  });
  afterAll(async () => {
    await database?.end();
    await service?.stop();
    await space?.close();
  });

  const indexes = async (): Promise<string[]> =>
    (
      await database.query<{ relname: string }>(
        `select c.relname from pg_class c join pg_index i on i.indexrelid = c.oid where i.indrelid = 'object_text'::regclass
          and i.indisvalid order by 1`,
      )
    ).rows.map(({ relname }) => relname);
  const fill = (workspace: string, first: number, count: number, words: string): Promise<unknown> =>
    database.query(
      `insert into object_text (workspace, external_id, source, words) select $1, $1 || n, 't', $2 || ' ' || n
        from generate_series($3::int, $4::int) n`,
      [workspace, words, first, first + count - 1],
    );
  const query = (workspace: string, words: string): WordsQuery =>
    ({ workspace, words, conditions: [], types: [], archived: 'exclude' }) as unknown as WordsQuery;

  async function plansOf(workspace: string, words: string): Promise<PlanNode[]> {
    const client = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection},public` });
    await client.connect();
    const plans: PlanNode[] = [];
    try {
      const runQuery = client.query.bind(client) as (
        ...parameters: unknown[]
      ) => Promise<{ rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] }>;
      const explaining = Object.assign(Object.create(client) as pg.PoolClient, {
        release: () => undefined,
        query: async (text: string | { text: string }, values?: unknown[]) => {
          if (typeof text === 'string' && text.includes('.<%'))
            plans.push((await runQuery(`explain (analyze, buffers, format json) ${text}`, values)).rows[0]!['QUERY PLAN'][0].Plan);
          return runQuery(text, values);
        },
      });
      const pool = {
        connect: () => Promise.resolve(explaining),
        query: (...parameters: unknown[]) => runQuery(...parameters),
      } as unknown as pg.Pool;
      await new ObjectsByWords(pool).page(query(workspace, words), ['like', 2, ''], 20);
    } finally {
      await client.end();
    }
    expect(plans.length).toBeGreaterThan(0);
    return plans.flatMap(nodes);
  }
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  const rowsSeen = (all: readonly PlanNode[]): number =>
    Math.max(...all.map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']));

  it('are found by an index with the workspace, and the former index is dropped', async () => {
    await expect.poll(indexes, { timeout: 30_000 }).toContain('object_text_likeness_by_workspace');
    await database.query('create index object_text_likeness on object_text using gin (words public.gin_trgm_ops)');
    const pool = createPool({ url: space.databaseUrl, schema: space.schemas.projection, max: 2, applicationName: 'test' });
    try {
      expect(await ensureLikenessIndex(pool, space.logger, 'concurrently')).toBe(true);
      expect(await indexes()).toEqual(['object_text_likeness_by_workspace', 'object_text_pkey', 'object_text_words']);
      // An index whose creation was interrupted is created again.
      await database.query(`update pg_index set indisvalid = false where indexrelid = 'object_text_likeness_by_workspace'::regclass`);
      await ensureLikenessIndex(pool, space.logger, 'concurrently');
      expect(await indexes()).toContain('object_text_likeness_by_workspace');
    } finally {
      await pool.end();
    }
  });

  it('cost a workspace only its share, however common the words are in another one', async () => {
    // The service creates the index concurrently, and that waits for a statement which itself waits for the lock on the table.
    await expect.poll(indexes, { timeout: 30_000 }).toContain('object_text_likeness_by_workspace');
    // As before statistics exist, when the planner has no estimates.
    await database.query('alter table object_text set (autovacuum_enabled = false)');
    await fill('quiet', 1, OWN, 'kran');
    await fill('loud', 1, OTHERS / 100, 'gabelstapler');
    const before = await plansOf('quiet', 'gabelstaper');
    await fill('loud', OTHERS / 100 + 1, OTHERS - OTHERS / 100, 'gabelstapler');
    const after = await plansOf('quiet', 'gabelstaper');
    for (const all of [before, after]) {
      expect(rowsSeen(all), JSON.stringify(all)).toBeLessThanOrEqual(OWN);
      for (const { 'Index Name': name, 'Index Cond': condition } of all)
        if (name?.startsWith('object_text')) expect(condition).toContain('workspace = ');
      expect(all.some((node) => node['Node Type'] === 'Seq Scan')).toBe(false);
    }
    const blocks = (all: readonly PlanNode[]): number => all[0]!['Shared Hit Blocks'] + all[0]!['Shared Read Blocks'];
    expect(blocks(after)).toBeLessThan(blocks(before) + 150);
    await database.query('analyze object_text');
    const known = await plansOf('quiet', 'gabelstaper');
    expect(rowsSeen(known)).toBeLessThanOrEqual(OWN);
    expect(rowsSeen(await plansOf('loud', 'gabelstaper')), 'the loud one looks at its own').toBeGreaterThan(2000);
  });
});
