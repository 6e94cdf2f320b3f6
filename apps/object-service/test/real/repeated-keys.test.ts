import { hash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandKey } from '#contracts/command-key.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { at, CommandSender, operationIdAt, outcomesIn, TopicWatcher } from './commands.js';

const DAY_MS = 24 * 3_600_000;

/** With a database restored from a backup, the gateway finds used keys free again. */
describe('a call that was sent again with its Idempotency-Key, which the database had forgotten', { timeout: 60_000 }, () => {
  let space: TestSpace;
  let sender: CommandSender;
  let outcomes: TopicWatcher;
  let database: pg.Client;
  let service: RunningService;

  beforeAll(async () => {
    space = await createTestSpace('repeated-keys', { partitions: 2 });
    sender = await CommandSender.connect(space);
    outcomes = await TopicWatcher.open(space, 'object.outcomes');
    service = await startService('object-service', space.environment('object-service'));
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.objects}` });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await service?.stop();
    await outcomes?.close();
    await sender?.close();
    await space?.close();
  });

  const keyOf = (key: string, body = 'body'): CommandKey => ({
    keyHash: hash('sha256', key, 'hex'),
    bodyHash: hash('sha256', body, 'hex'),
  });
  const idIn = (ms: number): string => operationIdAt(Date.now() + ms);
  /** Sends one element and waits for its outcome. */
  const send = async (externalId: string, lat: number, operationId: string, key: CommandKey): Promise<unknown[]> => {
    await sender.call('one', [at(externalId, lat)], { operationId, key });
    const own = (records: Parameters<typeof outcomesIn>[0]) => outcomesIn(records).filter((each) => each.operationId === operationId);
    return own(await outcomes.until((records) => own(records).length > 0, 'outcomes')).flatMap(({ results }) => results);
  };
  const claimed = async ({ keyHash }: CommandKey): Promise<string | undefined> => {
    const { rows } = await database.query<{ id: string }>(
      "select operation_id as id from idempotency_key where workspace = 'one' and key_hash = $1",
      [keyHash],
    );
    return rows[0]?.id;
  };
  const lookedUp = async (operationId: string): Promise<number> => {
    const { rows } = await database.query<{ n: number }>('select count(*)::int as n from operation_outcome where operation_id = $1', [
      operationId,
    ]);
    return rows[0]!.n;
  };

  it('is answered with the outcome of the first, and changes nothing', async () => {
    const [key, first, again] = [keyOf('plain'), idIn(-2_000), idIn(-1_000)];
    const results = await send('plain', 1, first, key);
    expect(results).toEqual([[0, 'plain', 'created', 1, false]]);
    expect(await claimed(key)).toBe(first);
    expect(await send('plain', 1, again, key)).toEqual(results);
    expect(await lookedUp(again)).toBe(1);
    expect(await send('plain', 2, idIn(0), keyOf('another'))).toEqual([[0, 'plain', 'updated', 2, false]]);
  });

  it('returns the key to the first call if it was claimed before the first was read again', async () => {
    const [key, first, again] = [keyOf('claimed'), idIn(-2_000), idIn(-1_000)];
    await database.query("insert into idempotency_key (workspace, key_hash, operation_id, body_hash) values ('one', $1, $2, $3)", [
      key.keyHash,
      again,
      key.bodyHash,
    ]);
    const results = await send('claimed', 1, first, key);
    expect(await claimed(key)).toBe(first);
    expect(await send('claimed', 1, again, key)).toEqual(results);
    expect(await claimed(key)).toBe(first);
  });

  it('is not confused with another call: with another body, or a day later', async () => {
    const key = keyOf('other');
    expect(await send('other', 1, idIn(-DAY_MS - 2_000), key)).toEqual([[0, 'other', 'created', 1, false]]);
    const dayLater = idIn(-1_000);
    expect(await send('other', 2, dayLater, key)).toEqual([[0, 'other', 'updated', 2, false]]);
    expect(await claimed(key)).toBe(dayLater);
    expect(await send('other', 3, idIn(0), keyOf('other', 'another body'))).toEqual([[0, 'other', 'updated', 3, false]]);
    expect(await claimed(key)).toBe(dayLater);
  });
});
