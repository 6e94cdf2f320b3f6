import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OmloxHub } from '#omlox-hub/omlox-hub.js';
import { controlPointsOf } from '#omlox-hub/site.js';
import type { AgentConfig, SourceConfig } from '../../src/configuration/agent-config.js';
import { runAgent } from '../../src/program.js';
import type { DurableQueue } from '../../src/queue/durable-queue.js';
import type { Element } from '../../src/reading/element.js';
import type { QuarantineReason } from '../../src/reading/source.js';
import { controlPath, ControlServer } from '../../src/running/control-server.js';
import { replay, type ReplayResult } from '../../src/running/replay.js';
import { AgentFolder, elements, handover, ids, MiB, silent } from './agent-folder.js';
import { ZONE } from './omlox/plan-zone.js';
import { sourceWith } from './sample-source.js';

let folder: AgentFolder;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => (folder = new AgentFolder()));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  folder.remove();
});

const configOf = (...sources: SourceConfig[]): AgentConfig => ({ sources }) as unknown as AgentConfig;
const again = (queue: DurableQueue, config: AgentConfig, dryRun = false): Promise<ReplayResult> =>
  replay(queue, config, {}, dryRun, silent);
const keep = (queue: DurableQueue, source: string, reason: QuarantineReason, ...documents: unknown[]): Promise<void> =>
  queue.put({ source, elements: [], quarantined: documents.map((document) => ({ reason, detail: 'kept by a test', document })) });

/** Takes the waiting elements, in order. */
async function taken(queue: DurableQueue): Promise<Element[]> {
  const all: Element[] = [];
  for (const lane of ['backlog', 'live'] as const) {
    for (let call = await queue.take(lane, 1000, MiB); call !== undefined; call = await queue.take(lane, 1000, MiB)) {
      all.push(...call.elements.map(({ body }) => JSON.parse(body) as Element));
      await queue.settle(call);
    }
  }
  return all;
}

describe('a message that its source quarantined', () => {
  const tst = 1_700_000_000;

  it.each<[string, Partial<SourceConfig>, unknown, string]>([
    [
      'OwnTracks',
      { kind: 'mqtt', options: { format: 'owntracks' } },
      { topic: 'owntracks/ann/phone', payload: { _type: 'location', lat: '53.4123456789012345', lon: -2.9, tst } },
      'yard:ann/phone',
    ],
    ['OsmAnd', { kind: 'http-listener' }, { id: 'van-1', lat: '53.4', lon: '-2.9', timestamp: String(tst) }, 'yard:van-1'],
    [
      'a Traccar server',
      { kind: 'http-listener' },
      { position: { fixTime: '2023-11-14T22:13:20Z', latitude: 53.4, longitude: -2.9 }, device: { uniqueId: '86' } },
      'yard:86',
    ],
    [
      'GeoJSON',
      { kind: 'http-poll', options: { format: 'geojson' } },
      { type: 'Feature', id: 7, geometry: { type: 'Point', coordinates: [-2.9, 53.4] }, properties: {} },
      'yard:7',
    ],
  ])('is sent as the source reads it now, without a map: %s', async (_what, more, document, externalId) => {
    const queue = folder.open();
    await keep(queue, 'yard', 'impossible-position', document);
    const config = configOf(sourceWith(more));
    expect(await again(queue, config, true)).toEqual({ refused: 0, mapped: 1, staying: {} });
    expect(queue.messagesKeptApart(10).length).toBe(1);
    expect(await again(queue, config)).toEqual({ refused: 0, mapped: 1, staying: {} });
    expect(queue.messagesKeptApart(10)).toEqual([]);
    const [sent] = await taken(queue);
    expect(sent).toMatchObject({ externalId, locationUpdate: { newPosition: { lon: -2.9 } } });
  });

  it('stays with its current reason when the source still cannot read it, unless a map can', async () => {
    const queue = folder.open();
    const document = { topic: 'owntracks/ann/phone', payload: { _type: 'location', lat: 95, lon: 1, tst } };
    await keep(queue, 'yard', 'impossible-position', document);
    const source = sourceWith({ kind: 'mqtt', options: { format: 'owntracks' } });
    expect(await again(queue, configOf(source))).toEqual({ refused: 0, mapped: 0, staying: { 'impossible-position': 1 } });
    expect(await again(queue, configOf({ ...source, map: { id: 'topic', lat: 'payload.lat - 90', lon: 'payload.lon' } }))).toMatchObject({
      mapped: 1,
    });
    expect((await taken(queue))[0]).toMatchObject({
      externalId: 'yard:owntracks/ann/phone',
      locationUpdate: { newPosition: { lat: 5, lon: 1 } },
    });
  });

  it('of a kind that only a map reads stays without one', async () => {
    const queue = folder.open();
    await keep(queue, 'yard', 'not-mapped', { value: 1 });
    await keep(queue, 'gone', 'not-mapped', { value: 1 });
    expect(await again(queue, configOf(sourceWith({ kind: 'kafka' })))).toEqual({
      refused: 0,
      mapped: 0,
      staying: { 'not-mapped': 1, 'the source is no longer configured': 1 },
    });
    expect(queue.messagesKeptApart(10).length).toBe(2);
  });

  it("of a hub is placed by a zone that was added since, with the hub's names", async () => {
    const hub = await OmloxHub.start({ trackables: [{ id: 'a', name: 'Lift A', properties: { externalId: 'erp-1' } }] });
    closing.push(() => hub.stop());
    const queue = folder.open();
    const local = (id: string, source: string): object => ({
      id,
      location: {
        position: { type: 'Point', coordinates: [1, 1] },
        source,
        provider_type: 'uwb',
        timestamp_generated: '2026-05-01T08:00:00Z',
      },
    });
    // The older message of a thing must not count as a repeat of the newer one, which is read first.
    await keep(
      queue,
      'hall',
      'local-coordinates',
      local('a', 'zone-1'),
      {
        ...local('a', 'zone-1'),
        location: { ...(local('a', 'zone-1') as { location: object }).location, timestamp_generated: '2026-05-01T08:00:01Z' },
      },
      local('b', 'elsewhere'),
      { fence_id: 'f', event_type: 'region_entry' },
    );
    const given = { url: hub.url, zones: [{ source: 'zone-1', groundControlPoints: controlPointsOf(ZONE) }] };
    const config = configOf(sourceWith({ name: 'hall', kind: 'omlox', options: given }));
    expect(await again(queue, config)).toEqual({ refused: 0, mapped: 2, staying: { 'local-coordinates': 1, 'not-mapped': 1 } });
    expect(
      (await taken(queue)).map(({ externalId, observedAt, initialExternalObject }) => [
        externalId,
        observedAt,
        initialExternalObject?.title,
      ]),
    ).toEqual([
      ['erp-1', '2026-05-01T08:00:00.000Z', 'Lift A'],
      ['erp-1', '2026-05-01T08:00:01.000Z', 'Lift A'],
    ]);
  });

  it('of an unavailable hub stays, and the hub is asked once', async () => {
    const hub = await OmloxHub.start();
    await hub.stop();
    const queue = folder.open();
    await keep(queue, 'hall', 'local-coordinates', ...Array.from({ length: 50 }, (_, n) => ({ id: `a${n}`, location: {} })));
    const result = await again(queue, configOf(sourceWith({ name: 'hall', kind: 'omlox', options: { url: hub.url } })));
    expect(Object.entries(result.staying)).toEqual([[expect.stringMatching(/^the source could not read it again \(.*ECONNREFUSED/), 50]]);
    expect(queue.messagesKeptApart(100).length).toBe(50);
  });
});

describe('a replay', () => {
  const MESSAGES = 1700;
  const REFUSED = 700;
  const config = configOf(sourceWith({ kind: 'kafka', namespace: '', map: { id: 'id', lat: 'lat', lon: 'lon' } }));

  async function filled(): Promise<DurableQueue> {
    const queue = folder.open({}, { liveMs: Infinity, lateMs: Infinity });
    await queue.put(handover(...elements(REFUSED, 'refused-')));
    for (let call = await queue.take('live', 1000, MiB); call !== undefined; call = await queue.take('live', 1000, MiB))
      await queue.settle(call, { rejected: call.elements.map((_, index) => ({ index, code: 'invalid', detail: 'refused by a test' })) });
    await keep(queue, 'yard', 'not-mapped', ...Array.from({ length: MESSAGES }, (_, n) => ({ id: `kept-${n}`, lat: 1, lon: 2 })));
    return queue;
  }
  const everything = [
    ...elements(REFUSED, 'refused-').map(({ externalId }) => externalId),
    ...Array.from({ length: MESSAGES }, (_, n) => `kept-${n}`),
  ].sort();

  it.each(Array.from({ length: 7 }, (_, transactions) => [transactions]))(
    'that is stopped after %i transactions loses nothing, and sends nothing twice when it is repeated',
    async (transactions) => {
      const queue = await filled();
      let left = transactions;
      const stopped = new Proxy(queue, {
        get(target, name) {
          const member = Reflect.get(target, name, target) as unknown;
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            if ((name === 'put' || name === 'sendRefusedAgain') && left-- === 0) queue.close();
            return (member as (...all: unknown[]) => unknown).apply(target, given);
          };
        },
      });
      const outcome = await again(stopped, config).catch((error: unknown) => error as Error);
      // Two transactions of refused elements, four of messages.
      if (transactions === 6) expect(outcome).toEqual({ refused: REFUSED, mapped: MESSAGES, staying: {} });
      else expect(outcome).toBeInstanceOf(Error);
      if (transactions === 6) queue.close();
      const next = folder.open();
      const { refused, mapped } = await again(next, config);
      expect(next.status().waiting).toBe(REFUSED + MESSAGES);
      expect(refused + mapped).toBe(transactions === 6 ? 0 : REFUSED + MESSAGES - [0, 500, 700, 1200, 1700, 2200][transactions]!);
      expect([next.messagesKeptApart(1), next.refused(1)]).toEqual([[], []]);
      expect((await taken(next)).map(({ externalId }) => externalId).sort()).toEqual(everything);
    },
  );

  it('that is requested twice at once, as by an interrupted and repeated command, sends once', async () => {
    const queue = await filled();
    const server = await ControlServer.listen(
      queue,
      () => ({ ...config, queue: { folder: folder.path } }) as unknown as AgentConfig,
      silent,
    );
    closing.push(() => server!.close());
    const ask = (): Promise<ReplayResult> =>
      new Promise((resolve, reject) => {
        const call = request({ socketPath: controlPath(folder.path), method: 'POST', path: '/' }, (response) => {
          let text = '';
          response.on('data', (piece) => (text += String(piece)));
          response.on('end', () => resolve(JSON.parse(text) as ReplayResult));
        });
        call.on('error', reject);
        call.end(JSON.stringify({ do: 'replay', filter: {}, dryRun: false }));
      });
    const results = await Promise.all([ask(), ask(), ask()]);
    expect(results.map(({ refused, mapped }) => refused + mapped).sort((one, other) => one - other)).toEqual([0, 0, REFUSED + MESSAGES]);
    expect(ids((await queue.take('live', 10_000, 100 * MiB))!.elements).length).toBe(REFUSED + MESSAGES);
  });
});

it('for an unknown source is wrong usage, and lists the existing ones', async () => {
  mkdirSync(join(folder.path, 'queue'));
  const file = join(folder.path, 'agent.yaml');
  writeFileSync(
    file,
    `gateway: { url: "http://127.0.0.1:1", workspace: w, token: "\${env:T}" }\nqueue: { folder: queue ` +
      `}\nsources:\n  - { name: quay, kind: nmea-ais, transport: udp, port: 10110 }\n`,
    { mode: 0o600 },
  );
  let output = '';
  const terminal = {
    environment: { T: 'token' },
    stdin: process.stdin,
    out: () => undefined,
    err: (text: string) => void (output += text),
  };
  const code = await runAgent(['replay', file, '--source', 'nonsense'], terminal, new AbortController().signal);
  expect([code, output]).toEqual([2, expect.stringContaining('No source is called "nonsense". There are: quay.')]);
});
