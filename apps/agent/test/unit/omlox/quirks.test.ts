import { afterEach, describe, expect, it } from 'vitest';
import { OmloxHub, type OmloxHubSettings } from '#omlox-hub/omlox-hub.js';
import { HUB_QUIRKS, type HubQuirk } from '#omlox-hub/quirks.js';
import { controlPointsOf, planToDegrees } from '#omlox-hub/site.js';
import type { OmloxOptions } from '../../../src/sources/omlox/options.js';
import { collect, type Collected, positions } from './collected.js';
import { ZONE } from './plan-zone.js';

const AT = Date.UTC(2026, 4, 1, 8);
const POLL = { timeout: 20_000, interval: 10 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(
  quirks: readonly HubQuirk[],
  options: Partial<OmloxOptions> = {},
  settings: OmloxHubSettings = {},
): Promise<{ hub: OmloxHub; source: Collected }> {
  const hub = await OmloxHub.start({
    quirks,
    zones: [ZONE],
    trackables: [{ id: 'a', name: 'Lift A', properties: { externalId: 'erp-7', battery: 80 } }],
    fences: [{ id: 'f1', name: 'Dock' }],
    ...settings,
  });
  closing.push(() => hub.stop());
  hub.move('a', { at: AT, lat: 48.7001, lon: 9.1002, floor: 1 });
  const source = collect({ url: hub.url, properties: ['battery'], ...options });
  closing.push(() => source.stop());
  await expect
    .poll(() => [source.connections.length, source.messages.length > 0 || quirks.includes('no-motions-list')], POLL)
    .toEqual([1, true]);
  return { hub, source };
}

/** 30 positions one second apart, of two things, sent one by one. */
async function drive(hub: OmloxHub, zone?: string): Promise<void> {
  for (let step = 1; step <= 30; step++) {
    const thing = step % 2 === 0 ? 'a' : 'b';
    hub.move(thing, { at: AT + step * 1000, ...(zone === undefined ? { lat: 48.7 + step / 1e5, lon: 9.1 } : { zone, x: step, y: 2 }) });
    if (step % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const SENT = [
  `a@${AT}`,
  ...Array.from({ length: 30 }, (_unused, index) => `${index % 2 === 0 ? 'b' : 'a'}@${AT + (index + 1) * 1000}`),
].sort();

/** Every position that the hub sent, once, and nothing else. */
async function arrivesOnce({ hub, source }: { hub: OmloxHub; source: Collected }): Promise<void> {
  await drive(hub);
  await expect.poll(() => positions(source.messages).sort(), POLL).toEqual(SENT);
  expect(source.disconnections).toEqual([]);
}

/** Local coordinates of the hub as degrees, to a centimetre. */
async function arrivesInDegrees({ hub, source }: { hub: OmloxHub; source: Collected }): Promise<void> {
  await drive(hub, 'zone-1');
  await expect.poll(() => positions(source.messages).sort(), POLL).toEqual(SENT);
  for (const { reading } of source.messages.slice(1)) {
    const { lat, lon } = planToDegrees(ZONE, [(reading!.observedAt! - AT) / 1000, 2]);
    expect(Math.abs(reading!.position!.lat - lat) * 111_000).toBeLessThan(0.01);
    expect(Math.abs(reading!.position!.lon - lon) * 111_000).toBeLessThan(0.01);
  }
}

const CASES: Record<HubQuirk, () => Promise<void>> = {
  'no-subscription-id': async () => arrivesOnce(await started(['no-subscription-id'])),
  'no-topic': async () => arrivesOnce(await started(['no-topic'], { fences: { enabled: true } }).then(clearOfFences)),
  'ids-in-lists': async () => {
    const running = await started(['ids-in-lists', 'no-summary', 'bare-motions']);
    expect(running.source.messages[0]!.reading).toMatchObject({
      externalId: 'erp-7',
      title: 'Lift A',
      fields: { battery: { type: 'Number', value: 80 } },
    });
    await arrivesOnce(running);
  },
  'null-for-empty-lists': async () => {
    const hub = await OmloxHub.start({ quirks: ['null-for-empty-lists'] });
    closing.push(() => hub.stop());
    const source = collect({ url: hub.url, fences: { enabled: true } });
    closing.push(() => source.stop());
    await expect.poll(() => source.connections[0], POLL).toMatch(/: 0 trackables, 0 zones, 0 fences$/);
    await drive(hub);
    await expect.poll(() => positions(source.messages).sort(), POLL).toEqual(SENT.slice(1));
  },
  // The zone has control points: the agent is more precise than the hub.
  'coarse-degrees': async () => arrivesInDegrees(await started(['coarse-degrees'])),
  'no-summary': async () => arrivesOnce(await started(['no-summary'])),
  'no-motions-list': async () => {
    const { hub, source } = await started(['no-motions-list']);
    await drive(hub);
    await expect.poll(() => positions(source.messages).sort(), POLL).toEqual(SENT.slice(1));
  },
  'bare-motions': async () => {
    const running = await started(['bare-motions']);
    expect(running.source.messages[0]!.reading).toMatchObject({ externalId: 'erp-7', title: 'Lift A' });
    // A new thing is requested from the hub before it is sent, because its externalId determines its object.
    running.hub.world.trackables.set('late', { id: 'late', name: 'Late one', properties: { externalId: 'erp-9' } });
    running.hub.move('late', { at: AT + 5, lat: 1, lon: 2 });
    await expect.poll(() => running.source.messages.at(-1)!.reading, POLL).toMatchObject({ externalId: 'erp-9', title: 'Late one' });
  },
  'named-control-points': async () => arrivesInDegrees(await started(['named-control-points', 'crs-ignored'])),
  'no-control-points': async () => {
    const running = await started(['no-control-points', 'crs-ignored']);
    await arrivesInDegrees(running);
    expect(running.hub.rest.calls.get('PUT /zones/zone-1/transform')).toBe(30);
  },
  'no-transform': async () => {
    const { hub, source } = await started(['no-transform', 'crs-ignored']);
    await drive(hub, 'zone-1');
    await expect.poll(() => source.messages.filter(({ quarantined }) => quarantined?.reason === 'local-coordinates').length, POLL).toBe(30);
    expect(positions(source.messages)).toEqual([`a@${AT}`]);
  },
  'foreign-sources': async () => arrivesInDegrees(await started(['foreign-sources', 'crs-ignored'])),
  'post-locations': async () => {
    const { hub, source } = await started(['post-locations']);
    const body = JSON.stringify([
      {
        position: { type: 'Point', coordinates: [9.2, 48.8] },
        source: 'gps',
        crs: 'EPSG:4326',
        provider_id: 'tag-a',
        trackables: ['a'],
        timestamp_generated: new Date(AT + 9).toISOString(),
      },
    ]);
    expect((await fetch(`${hub.url}/providers/locations`, { method: 'PUT', body })).status).toBe(405);
    expect((await fetch(`${hub.url}/providers/locations`, { method: 'POST', body })).status).toBe(202);
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`, `a@${AT + 9}`]);
  },
  'crs-is-a-filter': async () => {
    const hub = await OmloxHub.start({ quirks: ['crs-is-a-filter'], zones: [ZONE] });
    closing.push(() => hub.stop());
    hub.move('a', { at: AT, zone: 'zone-1', x: 0, y: 2 });
    const source = collect({ url: hub.url });
    closing.push(() => source.stop());
    await expect.poll(() => source.connections.length, POLL).toBe(1);
    await arrivesInDegrees({ hub, source });
  },
  'crs-ignored': async () => arrivesInDegrees(await started(['crs-ignored'])),
  'empty-payloads': async () => arrivesOnce(await started(['empty-payloads'])),
  'repeated-frames': async () => {
    const running = await started(['repeated-frames']);
    await arrivesOnce(running);
    await expect.poll(() => running.source.counts.get('repeated'), POLL).toBeGreaterThanOrEqual(30);
  },
  'times-go-backwards': async () => {
    const running = await started(['times-go-backwards']);
    await arrivesOnce(running);
    const times = running.source.messages.map(({ reading }) => reading!.observedAt!);
    expect(times).not.toEqual([...times].sort());
  },
  'no-times': async () => {
    const { hub, source } = await started(['no-times']);
    await drive(hub);
    await expect.poll(() => source.messages.length, POLL).toBe(31);
    expect(source.messages.every(({ reading }) => reading!.observedAt === undefined)).toBe(true);
  },
  'identical-subscription-refused': async () => renewed(['identical-subscription-refused']),
  'one-subscription-a-topic': async () => renewed(['one-subscription-a-topic']),
  'merges-for-slow-readers': () => slow(['merges-for-slow-readers']),
  'drops-for-slow-readers': () => slow(['drops-for-slow-readers']),
  'closes-slow-readers': () => slow(['closes-slow-readers']),
  'locations-beside-motions': async () => arrivesOnce(await started(['locations-beside-motions'])),
  'data-before-subscribed': async () => {
    const running = await started(['data-before-subscribed']);
    await arrivesOnce(running);
    expect(running.source.counts.get('repeated')).toBeGreaterThanOrEqual(1);
  },
  'no-pong': async () => {
    const { hub, source } = await started(['no-pong']);
    // Nothing moves and no ping is answered: the connection counts as dead and is replaced.
    await expect.poll(() => source.disconnections[0], POLL).toMatch(/nothing was heard/);
    hub.move('a', { at: AT + 1, lat: 1, lon: 1 });
    await expect.poll(() => positions(source.messages), POLL).toEqual([`a@${AT}`, `a@${AT + 1}`]);
  },
  'unreadable-frames': async () => {
    const { hub, source } = await started(['unreadable-frames']);
    await drive(hub);
    await expect.poll(() => positions(source.messages).sort(), POLL).toEqual(SENT);
    const kept = source.messages.flatMap(({ quarantined }) => quarantined ?? []);
    expect(new Set(kept.map(({ reason }) => reason))).toEqual(new Set(['unreadable']));
    expect(new Set(kept.map(({ detail }) => detail)).size).toBe(4);
    expect(source.disconnections).toEqual([]);
  },
  'no-fence-topic': async () => arrivesOnce(await started(['no-fence-topic'], { fences: { enabled: true } }).then(clearOfFences)),
};

/** At startup, each thing's fence is delivered, which is not a position. */
async function clearOfFences(running: { hub: OmloxHub; source: Collected }): Promise<typeof running> {
  await expect.poll(() => running.source.messages.length, POLL).toBe(2);
  return running;
}

/** Tokens of two seconds: several sockets replace each other, and nothing is lost or sent twice. */
async function renewed(quirks: readonly HubQuirk[]): Promise<void> {
  const auth = { kind: 'oauth2', clientId: 'agent', clientSecret: 'geheim', lifeSeconds: 2 } as const;
  const hub = await OmloxHub.start({ quirks, auth });
  closing.push(() => hub.stop());
  const source = collect({ url: hub.url, auth: { kind: 'oauth2', tokenUrl: hub.tokenUrl, clientId: 'agent', clientSecret: 'geheim' } });
  closing.push(() => source.stop());
  await expect.poll(() => hub.readers, POLL).toBe(1);
  let step = 0;
  await expect
    .poll(() => {
      hub.move('a', { at: AT + ++step, lat: 1, lon: 1 });
      return hub.tokens.issued;
    }, POLL)
    .toBeGreaterThanOrEqual(3);
  await expect.poll(() => positions(source.messages).at(-1), POLL).toBe(`a@${AT + step}`);
  const got = positions(source.messages);
  expect(new Set(got).size).toBe(got.length);
  const sent = new Set(hub.log.lines.flatMap((line) => (line.kind === 'sent' ? [`a@${line.at}`] : [])));
  expect([...sent].filter((each) => !got.includes(each))).toEqual([]);
  if (quirks.includes('identical-subscription-refused')) expect(hub.log.lines.filter(({ kind }) => kind === 'unheard')).toEqual([]);
  expect(source.disconnections).toEqual([]);
}

/** The disk accepts nothing for a while: reading stops, the hub merges, drops or closes, and no message is lost. */
async function slow(quirks: readonly HubQuirk[]): Promise<void> {
  const hub = await OmloxHub.start({ quirks });
  closing.push(() => hub.stop());
  let open: () => void = () => undefined;
  const disk = new Promise<void>((resolve) => (open = resolve));
  const source = collect({ url: hub.url }, { deliver: () => disk });
  closing.push(() => source.stop());
  closing.push(() => Promise.resolve(open()));
  await expect.poll(() => hub.readers, POLL).toBe(1);
  let at = AT;
  const merges = (): boolean => hub.log.lines.some(({ kind }) => kind === 'merged' || kind === 'dropped' || kind === 'closed');
  await expect
    .poll(() => {
      for (let step = 0; step < 4000; step++) hub.move(`t${step % 100}`, { at: ++at, lat: 1, lon: 1 });
      return merges();
    }, POLL)
    .toBe(true);
  expect(source.counts.get('paused')).toBe(1);
  expect(source.messages).toEqual([]);
  open();
  await expect
    .poll(
      () => {
        const got = new Set(positions(source.messages));
        const closed = new Set(hub.log.lines.flatMap((line) => (line.kind === 'closed' ? [line.socket] : [])));
        // Data in flight in a cut socket is lost, except for the last position of each thing.
        const owed = hub.log.lines.flatMap((line) =>
          line.kind === 'sent' && !closed.has(line.socket) ? [`${line.thing}@${line.at}`] : [],
        );
        const last = [...hub.world.last].map(([thing, where]) => `${thing}@${where.at}`);
        return [...owed, ...last].filter((each) => !got.has(each)).length;
      },
      { timeout: 25_000, interval: 50 },
    )
    .toBe(0);
  const got = positions(source.messages);
  expect(new Set(got).size).toBe(got.length);
}

describe('a hub with the quirk:', () => {
  it.each(HUB_QUIRKS)(
    '%s',
    async (quirk) => {
      await CASES[quirk]();
    },
    120_000,
  );
});

describe('local coordinates', () => {
  const given = [{ source: 'zone-1', groundControlPoints: controlPointsOf(ZONE) }];

  it('of a hub that filters by crs and has no list are placed by zones of the configuration', async () => {
    const { hub, source } = await started(['crs-is-a-filter', 'no-motions-list', 'no-control-points', 'no-transform'], { zones: given });
    await drive(hub, 'zone-1');
    await expect.poll(() => positions(source.messages).sort(), POLL).toEqual(SENT.slice(1));
  });

  it('of a hub that filters by crs are read even if no such coordinates were listed before', async () => {
    const running = await started(['crs-is-a-filter']);
    await arrivesInDegrees(running);
    // No regular resync was needed.
    expect(running.source.disconnections).toEqual([]);
  });

  it('that only the hub can place are subscribed in its conversion, once a list shows that it converts', async () => {
    const { hub, source } = await started(['no-control-points', 'no-transform', 'one-subscription-a-topic']);
    hub.move('b', { at: AT + 1, zone: 'zone-1', x: 1, y: 2 });
    // It came in its original form and could not be placed; the list has it in degrees, and so do later messages.
    await expect.poll(() => positions(source.messages), POLL).toContain(`b@${AT + 1}`);
    let step = 1;
    await expect
      .poll(() => {
        hub.move('b', { at: AT + ++step, zone: 'zone-1', x: 1, y: 2 });
        return positions(source.messages).filter((each) => each.startsWith('b@')).length;
      }, POLL)
      .toBeGreaterThan(3);
  });
});

it('positions of one thing from two systems in the same millisecond are both delivered', async () => {
  const { hub, source } = await started(['repeated-frames']);
  hub.move('a', { at: AT + 1, lat: 48.7, lon: 9.1, provider: 'gps-1' });
  hub.move('a', { at: AT + 1, lat: 48.70001, lon: 9.1, provider: 'uwb-1' });
  hub.move('a', { at: AT + 1, lat: 48.70002, lon: 9.1, provider: 'uwb-1' });
  hub.move('a', { at: AT + 2, lat: 48.7, lon: 9.1 });
  await expect
    .poll(() => positions(source.messages), POLL)
    .toEqual([`a@${AT}`, `a@${AT + 1}`, `a@${AT + 1}`, `a@${AT + 1}`, `a@${AT + 2}`]);
});
