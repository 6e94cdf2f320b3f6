import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangeKind } from '#object-rules/change.js';
import type { Draft } from './event-writer.js';
import type { FeedAnswer } from './feed-client.js';
import { rewriteHistory } from './former-history.js';
import { type OneProjection, startProjection } from './one-projection.js';

const ID = 'lift "A" {"stale":1,"receivedAt":"x"} é';
const OBSERVED = Date.parse('2026-11-27T08:00:00.000Z');
const at = (n: number): string => new Date(OBSERVED + n * 60_000).toISOString();

let projection: OneProjection;
beforeAll(async () => void (projection = await startProjection('short-rows')));
afterAll(() => projection?.close());

/** Writes changes with these revisions from the first one on, and waits until they are projected. */
async function write(first: number, ...drafts: (Partial<Draft> & { kind?: ChangeKind })[]): Promise<void> {
  await projection.writer.write(
    drafts.map((draft, index) => ({
      externalId: ID,
      workspace: 'w',
      revision: first + index,
      observedAt: at(first + index),
      receivedAt: at(first + index + 0.5),
      ...draft,
    })),
  );
  await projection.projected('w', ID, first + drafts.length - 1);
}
const rows = async (): Promise<string[]> =>
  (await projection.database.query<{ change: string }>('select change from history order by revision')).rows.map(({ change }) => change);
async function changes(): Promise<FeedAnswer['changes']> {
  const answer = await projection.ask('/groups/w/changes?cursor=earliest&limit=100&mode=events');
  return ((await answer.json()) as FeedAnswer).changes;
}
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
      const answer = await projection.ask(path);
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
  const feed = await changes();
  expect(feed.length).toBe(6);
  expect(JSON.stringify(history.toSorted(byObservation))).toBe(JSON.stringify(feed.toSorted(byObservation)));
});

type Change = FeedAnswer['changes'][number];
const byObservation = (a: Change, b: Change): number => (String(a['observedAt']) < String(b['observedAt']) ? 1 : -1);

it('rows of an earlier version are served the same', async () => {
  const short = await served();
  await rewriteHistory(projection.database);
  expect((await rows()).every((row) => row.startsWith('{"externalId":"lift \\"A\\" '))).toBe(true);
  expect(await served()).toEqual(short);
});

it('while an upgrade may be under way, rows are written as the earlier version reads them', async () => {
  const before = await rows();
  await projection.database.query(`update history_format set short_since = now() + interval '1 hour'`);
  await projection.restart();
  await write(7, { kind: 'restored' }, { position: { lat: 5, lon: 6 } });
  const fresh = (await changes()).slice(6);
  expect(fresh.length).toBe(2);
  expect(await rows()).toEqual([...before, ...fresh.map((change) => JSON.stringify(change))]);
});
