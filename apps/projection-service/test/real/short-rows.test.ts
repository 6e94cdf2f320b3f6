import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { EventWriter } from './event-writer.js';
import { type FeedAnswer, FeedClient } from './feed-client.js';
import { rewriteHistory } from './former-history.js';

const ID = 'lift "A" {"stale":1,"receivedAt":"x"} é';
const OBSERVED = Date.parse('2026-11-27T08:00:00.000Z');
const at = (n: number): string => new Date(OBSERVED + n * 60_000).toISOString();

let space: TestSpace;
let service: RunningService;
let writer: EventWriter;
let database: pg.Client;
let environment: Record<string, string>;

beforeAll(async () => {
  space = await createTestSpace('short-rows');
  writer = new EventWriter(space);
  await writer.connect();
  environment = space.environment('projection-service');
  service = await startService('projection-service', environment);
  database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await service?.stop();
  await writer?.close();
  await space?.close();
});

const client = (): FeedClient => new FeedClient(service.url, environment.INTERNAL_TOKEN!);
const write = (revision: number, ...draft: Partial<Parameters<EventWriter['write']>[0][number]>[]): Promise<void> =>
  writer.write(
    draft.map((each, index) => ({
      externalId: ID,
      workspace: 'w',
      revision: revision + index,
      observedAt: at(revision + index),
      receivedAt: at(revision + index + 0.5),
      ...each,
    })),
  );
const rows = async (): Promise<string[]> =>
  (await database.query<{ change: string }>('select change from history order by revision')).rows.map(({ change }) => change);
const projected = (count: number): Promise<void> =>
  expect.poll(async () => (await database.query('select from history')).rowCount, { timeout: 20_000 }).toBe(count);
/** The history by every way in which its lines are served. */
async function served(): Promise<string[]> {
  const object = `/groups/w/externalObjects/${encodeURIComponent(ID)}`;
  const times = `from=${at(0)}&to=${at(60)}`;
  return Promise.all(
    [
      `${object}/history?limit=100`,
      `${object}/history?limit=100&order=newest&${times}`,
      `${object}/export`,
      `/groups/w/history?${times}`,
      `/groups/w/history?${times}&format=ndjson`,
    ].map(async (path) => {
      const answer = await client().request(path);
      expect(answer.status, path).toBe(200);
      return answer.text();
    }),
  );
}

it('rows of the history do not repeat their columns, and are served whole', async () => {
  await write(
    1,
    { position: { lat: 1, lon: 2 }, set: { type: 'lift' } },
    { position: { lat: 1.5, lon: 2 }, fields: { note: { type: 'String', value: '"receivedAt":"2026' } } },
    { stale: true, position: { lat: 3, lon: 4 }, observedAt: at(1.5) },
    { kind: 'edited', set: { title: 'Lift' } },
    {},
    { kind: 'archived' },
  );
  await projected(6);
  expect(await rows()).toEqual([
    '{"type":"waymark.object.created.v1","position":{"lat":1,"lon":2},"set":{"type":"lift"}}',
    '{"position":{"lat":1.5,"lon":2},"fields":{"note":{"type":"String","value":"\\"receivedAt\\":\\"2026"}}}',
    '{"stale":true,"position":{"lat":3,"lon":4}}',
    '{"type":"waymark.object.edited.v1","set":{"title":"Lift"}}',
    '{}',
    '{"type":"waymark.object.archived.v1"}',
  ]);
  const { history } = JSON.parse((await served())[0]!) as { history: FeedAnswer['changes'] };
  expect(history).toContainEqual({
    externalId: ID,
    revision: 3,
    type: 'waymark.object.updated.v1',
    observedAt: at(1.5),
    receivedAt: at(3.5),
    stale: true,
    position: { lat: 3, lon: 4 },
  });
  const feed = await client().follow('w', 6);
  expect(JSON.stringify(history.toSorted(byObservation))).toBe(JSON.stringify(feed.changes.toSorted(byObservation)));
});

type Change = FeedAnswer['changes'][number];
const byObservation = (a: Change, b: Change): number => (String(a['observedAt']) < String(b['observedAt']) ? 1 : -1);

it('rows of an earlier version are served the same', async () => {
  const short = await served();
  await rewriteHistory(database);
  expect((await rows()).every((row) => row.startsWith('{"externalId":"lift \\"A\\" '))).toBe(true);
  expect(await served()).toEqual(short);
});

it('while an upgrade may be under way, rows are written as the earlier version reads them', async () => {
  const before = await rows();
  await database.query(`update history_format set short_since = now() + interval '1 hour'`);
  await service.stop();
  service = await startService('projection-service', environment);
  await write(7, { kind: 'restored' }, { position: { lat: 5, lon: 6 } });
  await projected(8);
  const feed = await client().follow('w', 8);
  expect(await rows()).toEqual([...before, ...feed.changes.slice(6).map((change) => JSON.stringify(change))]);
});
