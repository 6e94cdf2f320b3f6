import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partitionOf } from '#kafka/records/partition.js';
import { type RunningService, startService } from '#testing/running-service.js';
import { createTestSpace, type TestSpace } from '#testing/test-space.js';
import { type Draft, EventWriter } from './event-writer.js';
import { FeedClient } from './feed-client.js';

const position = { lat: 53.4, lon: -2.98 };

describe('projecting object.events', () => {
  let space: TestSpace;
  let service: RunningService;
  let writer: EventWriter;
  let client: FeedClient;
  let database: pg.Client;

  beforeAll(async () => {
    space = await createTestSpace('projecting');
    writer = new EventWriter(space);
    await writer.connect();
    const environment = space.environment('projection-service');
    service = await startService('projection-service', environment);
    client = new FeedClient(service.url, environment.INTERNAL_TOKEN!);
    database = new pg.Client({ connectionString: space.databaseUrl, options: `-c search_path=${space.schemas.projection}` });
    await database.connect();
  });

  afterAll(async () => {
    await database?.end();
    await service?.stop();
    await writer?.close();
    await space?.close();
  });

  it('folds created, updated, edited, archived and restored into one state and stores each in the history', async () => {
    const one = { externalId: 'lorry/1', workspace: 'fold' };
    await writer.write([
      { ...one, revision: 1, position, set: { title: 'Lorry', type: 'vehicle' }, observedAt: '2026-11-21T08:00:00.000Z' },
      {
        ...one,
        revision: 2,
        fields: { fuel: { type: 'Number', value: 80 }, note: { type: 'String', value: 'x' } },
        observedAt: '2026-11-21T08:01:00.000Z',
      },
      { ...one, revision: 3, position: { lat: 1, lon: 2 }, stale: true, observedAt: '2026-11-21T07:00:00.000Z' },
      {
        ...one,
        revision: 4,
        kind: 'edited',
        set: { title: null, icon: 'truck' },
        fields: { note: { type: 'String', value: null } },
        observedAt: '2026-11-21T08:02:00.000Z',
      },
      { ...one, revision: 5, kind: 'archived' },
    ]);
    const { changes } = await client.follow('fold', 5);
    expect(changes.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]);
    expect(changes[2]).toMatchObject({ type: 'waymark.object.updated.v1', stale: true, position: { lat: 1, lon: 2 } });
    expect(changes[0]).not.toHaveProperty('subject');

    const object = await client.json<Record<string, unknown>>('/groups/fold/externalObjects/lorry%2F1');
    expect(object).toMatchObject({
      externalId: 'lorry/1',
      revision: 5,
      type: 'vehicle',
      icon: 'truck',
      archived: true,
      position: { ...position, observedAt: '2026-11-21T08:00:00.000Z' },
    });
    expect(object).not.toHaveProperty('title');
    expect(object.fields).toEqual({ fuel: { type: 'Number', value: 80, observedAt: '2026-11-21T08:01:00.000Z' } });

    await writer.write([{ ...one, revision: 6, kind: 'restored' }]);
    await client.follow('fold', 6);
    expect(await client.json('/groups/fold/externalObjects/lorry%2F1')).toMatchObject({ archived: false, revision: 6 });

    const newest = await client.json<{ history: { revision: number }[]; next: string | null }>(
      '/groups/fold/externalObjects/lorry%2F1/history?limit=2&from=2026-11-21T07:00:00Z&to=2026-11-21T08:02:30Z',
    );
    expect(newest.history.map(({ revision }) => revision)).toEqual([4, 2]);
    const rest = await client.json<{ history: { revision: number }[]; next: string | null }>(newest.next!);
    expect(rest.history.map(({ revision }) => revision)).toEqual([1, 3]);
    expect(rest.next).toBeNull();
  });

  it('drops repeated and lower revisions, applies across a gap, and counts both in its metrics', async () => {
    const two = { externalId: 'two', workspace: 'repeat' };
    const first: Draft = { ...two, revision: 1, position };
    const second: Draft = { ...two, revision: 2, fields: { a: { type: 'Number', value: 1 } } };
    await writer.write([first, second]);
    await client.follow('repeat', 2);
    await writer.write([first, second, second, { ...two, revision: 5, fields: { b: { type: 'Number', value: 2 } } }, first]);
    await writer.write([{ ...two, revision: 6, position: { lat: 3, lon: 4 } }]);
    const { changes } = await client.follow('repeat', 4);
    expect(changes.map(({ revision }) => revision)).toEqual([1, 2, 5, 6]);
    expect(await client.json('/groups/repeat/externalObjects/two')).toMatchObject({
      revision: 6,
      fields: { a: { value: 1 }, b: { value: 2 } },
      position: { lat: 3, lon: 4 },
    });
    // Counted after the commit.
    const metricsNow = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text();
    await expect.poll(metricsNow).toMatch(/waymark_projection_changes_total\{outcome="repeated",service="projection-service"\} 4/);
    expect(await metricsNow()).toMatch(/waymark_projection_changes_total\{outcome="gap",service="projection-service"\} 1/);
    const { rows } = await database.query(`select revision from history where external_id = 'two' order by revision`);
    expect(rows.map((row) => Number(row.revision))).toEqual([1, 2, 5, 6]);
  });

  it('sets poison aside with a reason and continues after it', async () => {
    const partition = partitionOf('after-poison', space.partitions);
    const headers = { ce_type: 'waymark.object.updated.v1' };
    const good = writer.record({ externalId: 'after-poison', workspace: 'poison', revision: 1, position });
    const change = JSON.parse(good.value as string) as object;
    const bad = [
      { value: '{', headers },
      { value: 'null', headers },
      { value: null, headers },
      { value: JSON.stringify(change), headers: { ce_type: 'waymark.object.exploded.v1' } },
      { value: JSON.stringify({ ...change, revision: 0 }), headers },
      { value: JSON.stringify({ ...change, position: { lat: 91, lon: 0 } }), headers },
      { value: JSON.stringify({ ...change, receivedAt: '9999-01-01T00:00:00.000Z' }), headers },
      { value: JSON.stringify({ ...change, set: { title: 'a\0b' } }), headers },
      { value: JSON.stringify({ ...change, externalId: 'someone-else' }), headers },
      { value: JSON.stringify({ ...change, revision: 2, position: undefined }), headers },
    ];
    await writer.raw(bad.map((record) => ({ partition, key: 'after-poison', ...record })));
    await writer.raw([{ ...good, partition }]);
    const { changes } = await client.follow('poison', 1);
    expect(changes).toHaveLength(1);
    const admin = space.kafka.admin();
    await admin.connect();
    const [letters] = await admin.fetchTopicOffsets(`${space.prefix}object.events.dead-letter`);
    await admin.disconnect();
    expect(Number(letters!.high)).toBe(bad.length);
  });

  it('distinguishes foreign, unknown and invalid requests from valid ones', async () => {
    await writer.write([{ externalId: 'mine', workspace: 'own', revision: 1, position }]);
    await client.follow('own', 1);
    expect(await client.problem('/groups/other/externalObjects/mine')).toMatchObject({
      status: 404,
      type: 'urn:waymark:problem:unknown-object',
    });
    expect(await client.problem('/groups/own/externalObjects/none')).toMatchObject({
      status: 404,
      type: 'urn:waymark:problem:unknown-object',
      detail: expect.stringContaining('Waymark-Position') as unknown,
    });
    expect((await client.request('/groups/own/externalObjects/mine')).headers.get('etag')).toBe('"1"');
    expect(await client.problem('/groups/other/externalObjects/mine/history')).toMatchObject({ status: 404 });
    expect((await fetch(`${service.url}/groups/own/externalObjects`)).status).toBe(401);
    expect((await client.request('/groups/own/externalObjects', { headers: { 'x-waymark-internal': 'x' } })).status).toBe(401);
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=1e9',
      'limit=1000000000',
      'limit=5&limit=6',
      'bbox=1,2,3',
      'bbox=0,10,1,5',
      'bbox=181,0,1,1',
      'bbox=a,b,c,d',
      'includeArchived=maybe',
      'colour=red',
    ]) {
      expect(await client.problem(`/groups/own/externalObjects?${query}`), query).toMatchObject({
        status: 400,
        type: 'urn:waymark:problem:invalid-parameter',
      });
    }
    for (const query of ['from=yesterday', 'from=2026-02-30T00:00:00Z', 'to=2026-01-01T00:00:00', 'order=up']) {
      expect(await client.problem(`/groups/own/externalObjects/mine/history?${query}`), query).toMatchObject({
        status: 400,
        type: 'urn:waymark:problem:invalid-parameter',
      });
    }
    expect((await client.request('/groups/own/externalObjects/%00')).status).toBe(422);
  });
});
