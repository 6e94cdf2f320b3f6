import type { Pool } from 'pg';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { RowPublisher } from '#postgres/row-publisher.js';

interface Row {
  key: string;
  revision: number;
  published: boolean;
}

/** A table of rows; `beforeLowestIsAnswered` runs after the lowest revision is looked up and before its answer arrives. */
function databaseOf(rows: Row[], beforeLowestIsAnswered: () => Promise<void>): Pool {
  const answer = async (text: string, values: unknown[] = []): Promise<object> => {
    if (text.includes('as unpublished')) return { rows: [{ revision: 0, unpublished: [] }] };
    if (text.includes('pg_try_advisory')) return { rows: [{ mine: true }] };
    if (text.startsWith('update')) for (const row of rows) row.published ||= (values[1] as number[]).includes(row.revision);
    if (text.startsWith('select key')) return { rows: rows.filter(({ published }) => !published).map((row) => ({ ...row })) };
    if (text === 'commit') return { rows: [], command: 'COMMIT' };
    if (!text.startsWith('select min')) return { rows: [] };
    const open = rows.filter(({ published }) => !published).map(({ revision }) => revision);
    await beforeLowestIsAnswered();
    return { rows: [{ lowest: open.length === 0 ? null : Math.min(...open) }] };
  };
  const client = { query: answer, on: () => client, off: () => client, release: () => undefined };
  return { connect: () => Promise.resolve(client) } as unknown as Pool;
}

it('reports a row as published only when it is, including one that was committed while rows were looked at', async () => {
  const rows: Row[] = [{ key: 'a', revision: 1, published: false }];
  const sent: string[] = [];
  let second: Promise<string[]> | undefined;
  const pool = databaseOf(rows, () => {
    // The pending answer does not include this row.
    if (!second) {
      rows.push({ key: 'b', revision: 2, published: false });
      second = publisher.publishedUpTo(2, 5_000).then(() => [...sent]);
    }
    return Promise.resolve();
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
  expect(await second).toEqual(['a', 'b']);
  await publisher.stop();
});
