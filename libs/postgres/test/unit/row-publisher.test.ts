import type { Pool } from 'pg';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { RowPublisher } from '#postgres/row-publisher.js';

interface Row {
  key: string;
  revision: number;
  published: boolean;
}

/** Where the lowest unpublished revision is looked up: first by itself, and again in the transaction that publishes. */
type Look = 'the first look' | 'the transaction';

/** A table of rows; `beforeLowestIsAnswered` runs after the lowest revision is looked up and before its answer arrives. */
function databaseOf(rows: Row[], beforeLowestIsAnswered: (look: Look) => void): Pool {
  const answer = async (look: Look, text: string, values: unknown[] = []): Promise<object> => {
    if (text.includes('as unpublished')) return { rows: [{ revision: 0, unpublished: [] }] };
    if (text.includes('pg_try_advisory')) return { rows: [{ mine: true }] };
    if (text.startsWith('update')) for (const row of rows) row.published ||= (values[1] as number[]).includes(row.revision);
    if (text.startsWith('select key')) return { rows: rows.filter(({ published }) => !published).map((row) => ({ ...row })) };
    if (text === 'commit') return { rows: [], command: 'COMMIT' };
    if (!text.startsWith('select min')) return { rows: [] };
    const open = rows.filter(({ published }) => !published).map(({ revision }) => revision);
    await Promise.resolve();
    beforeLowestIsAnswered(look);
    return { rows: [{ lowest: open.length === 0 ? null : Math.min(...open) }] };
  };
  const queryIn = (look: Look) => (text: string, values?: unknown[]) => answer(look, text, values);
  const client = { query: queryIn('the transaction'), on: () => client, off: () => client, release: () => undefined };
  return { connect: () => Promise.resolve(client), query: queryIn('the first look') } as unknown as Pool;
}

it.each([
  { during: 'the first look', isPublished: true, all: ['b'] },
  { during: 'the transaction', isPublished: false, all: ['a', 'b'] },
] as const)(
  'reports a row as published only when it is, including one that was committed during $during',
  async ({ during, isPublished, all }) => {
    const rows: Row[] = [{ key: 'a', revision: 1, published: isPublished }];
    const sent: string[] = [];
    let second: Promise<string[]> | undefined;
    const pool = databaseOf(rows, (look) => {
      if (second || look !== during) return;
      // The pending answer does not include this row.
      rows.push({ key: 'b', revision: 2, published: false });
      second = publisher.publishedUpTo(2, 5_000).then(() => [...sent]);
    });
    const publisher: RowPublisher<Row> = new RowPublisher<Row>({
      pool,
      producer: { send: (records) => (sent.push(...records.map(({ key }) => String(key))), Promise.resolve()) },
      table: { name: 'thing', key: 'key', keyType: 'text', sequence: 'thing_revision' },
      topic: 'things',
      orderLock: 'select',
      columns: 'published',
      recordOf: ({ key }) => ({ topic: 'things', partition: 0, key, value: null, headers: {} }),
      rowsAtOnce: 10,
      lastRecords: () => Promise.resolve(new Map()),
      watch: () => ({ start: () => undefined, close: () => Promise.resolve() }),
      insertRemoved: () => Promise.resolve(),
      turn: 'test',
      logger: pino({ level: 'silent' }),
    });
    await publisher.start();
    await vi.waitFor(() => expect(second).toBeDefined());
    expect(await second).toEqual(all);
    await publisher.stop();
  },
);
