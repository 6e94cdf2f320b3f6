import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BERTHS, seaNetwork } from '#demo-fleet/monaco.js';
import { lengthOf } from '#demo-fleet/network.js';
import { type Place, readOsm } from '../../basemap/streets/osm-data.js';
import { seaOf } from '../../basemap/streets/sea.js';
import type { ObjectReport } from '../../src/first-run/csv/object-report.js';
import { curlLine } from '../../src/first-run/curl-line.js';
import { DemoRun } from '../../src/first-run/demo-run.js';
import { placeNear } from '../../src/first-run/near-city.js';
import { english } from '../../src/words/english.js';

describe('the line for a terminal', () => {
  it('comes through a shell as it was meant, whatever is in it', () => {
    const line = curlLine({
      origin: 'http://localhost:8080',
      workspace: "o'brien & co",
      token: 'a.b-c_d',
      externalId: 'x',
      position: { lat: 53.4, lon: -2.98 },
      title: `it's "$HOME" \`id\``,
    });
    const words = JSON.parse(
      execFileSync(
        'sh',
        ['-c', `${line.replace(/^curl/, `"${process.execPath}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`)}`],
        { encoding: 'utf8' },
      ),
    ) as string[];
    expect(words[0]).toBe("http://localhost:8080/groups/o'brien%20%26%20co/externalObjects");
    expect(words[2]).toBe('Authorization: Bearer a.b-c_d');
    expect(JSON.parse(words.at(-1)!)).toMatchObject([{ externalId: 'x', initialExternalObject: { title: `it's "$HOME" \`id\`` } }]);
  });
});

interface Posted {
  body: ObjectReport[];
  key?: string;
}

/** An app whose API accepts everything posted; a batch of history ends when `release` resolves. */
function aroundWith(posted: Posted[], erased: string[], release: () => Promise<void> = () => Promise.resolve()) {
  const post = async (_path: string, { body, params }: { body: ObjectReport[]; params: { header?: Record<string, string> } }) => {
    const key = params.header?.['Idempotency-Key'];
    posted.push({ body, key });
    if (key !== undefined) await release();
  };
  const objects = () => posted[0]!.body.map(({ externalId }) => ({ externalId }));
  const api = {
    POST: post,
    GET: () => Promise.resolve({ data: { objects: objects(), next: null } }),
    DELETE: (_path: string, { params }: { params: { path: { externalId: string } } }) =>
      Promise.resolve(void erased.push(params.path.externalId)),
  };
  return { api, workspace: { id: 'yard', may: () => true }, words: { peek: () => english } } as unknown as Parameters<DemoRun['start']>[0];
}

describe('the demo fleet of the page', () => {
  it('reports all its objects at once, then a week of history under its own ids, and ends when it is stopped', async () => {
    const posted: Posted[] = [];
    const run = new DemoRun();
    await run.start(aroundWith(posted, []));
    expect(posted[0]!.body).toHaveLength(25);
    expect(posted[0]!.key).toBeUndefined();
    const ids = new Set(posted[0]!.body.map(({ externalId }) => externalId));
    expect([...ids].every((id) => /^demo-fleet-yard-[0-9a-z]{1,4}-\d\d$/.test(id))).toBe(true);
    expect(new Set(posted[0]!.body.map(({ initialExternalObject }) => initialExternalObject!.title)).size).toBe(25);
    const past = (): Posted[] => posted.filter(({ key }) => key !== undefined);
    await expect.poll(() => past().length, { timeout: 20_000 }).toBeGreaterThan(3);
    run.stop();
    for (const { externalId, observedAt, initialExternalObject } of past().flatMap(({ body }) => body)) {
      expect(ids).toContain(externalId);
      expect(Date.parse(observedAt!)).toBeLessThan(Date.now());
      expect(initialExternalObject).toBeUndefined();
    }
    expect(new Set(past().map(({ key }) => key)).size).toBe(past().length);
    expect(run.state.value).toMatchObject({ is: 'stopped', objects: 25 });
  });

  it('removes its objects when no call of the history is under way any more', async () => {
    const [posted, erased]: [Posted[], string[]] = [[], []];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const around = aroundWith(posted, erased, () => released);
    const run = new DemoRun();
    await run.start(around);
    await expect.poll(() => posted.some(({ key }) => key !== undefined), { timeout: 20_000 }).toBe(true);
    const removed = run.remove(around);
    await new Promise((resolve) => setImmediate(resolve));
    expect(erased).toEqual([]);
    release();
    expect(await removed).toBe(25);
    expect(erased).toHaveLength(25);
    expect(posted.filter(({ key }) => key !== undefined)).toHaveLength(1);
  });

  it('has ships that stay in the water, wherever they go', () => {
    const data = readOsm(fileURLToPath(new URL('../../basemap/streets/monaco.osm.gz', import.meta.url)));
    const { coast, islands } = seaOf(data);
    const shore = coast.map((id) => data.nodes.get(id)!);
    const isIn = ([x, y]: Place, ring: readonly Place[]): boolean =>
      ring.reduce((inside, [ax, ay], at) => {
        const [bx, by] = ring.at(at - 1)!;
        return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside;
      }, false);
    const sea: Place[] = [...shore, [shore.at(-1)![0], 43.7], [shore[0]![0], 43.7]];
    const land = islands.map((ids) => ids.map((id) => data.nodes.get(id)!));
    const isWater = (place: Place): boolean => isIn(place, sea) && !land.some((ring) => isIn(place, ring));
    expect(isWater([7.43, 43.73])).toBe(true);
    expect(isWater([7.42, 43.735])).toBe(false);
    const network = seaNetwork();
    for (const { line } of network.ways) {
      const [start, end] = [line[0]!, line[1]!];
      const steps = Math.ceil(lengthOf(line) / 5);
      for (let step = 0; step <= steps; step++) {
        const place: Place = [start.lon + ((end.lon - start.lon) * step) / steps, start.lat + ((end.lat - start.lat) * step) / steps];
        expect(isWater(place), `${place[1].toFixed(5)}, ${place[0].toFixed(5)}`).toBe(true);
      }
    }
    for (const from of BERTHS) for (const to of BERTHS) expect(network.route(from, to).at(-1)).toEqual(network.places[to]);
  });
});

describe('the place of an example', () => {
  it('begins in view where a town is, else in the city that is nearest', () => {
    expect(placeNear({ lat: 1, lon: 2 }, 12)).toEqual({ lat: 1, lon: 2 });
    expect(placeNear({ lat: 53, lon: -4 }, 3).lat).toBeCloseTo(53.4, 1);
    expect(placeNear({ lat: -40, lon: -179 }, 1).lon).toBeCloseTo(174.8, 1);
  });
});
