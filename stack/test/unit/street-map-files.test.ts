import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { placesIn } from '#stack/basemap/extract-region.js';
import { addStreetMap, listStreetMaps, removeStreetMap } from '#stack/basemap/street-map-files.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { pmtilesFile } from '#testing/pmtiles-file.js';
import { openArchive } from '#tile-archives/open-archive.js';

const MONACO = join(repositoryRoot, 'apps/map/basemap/streets/monaco.mbtiles');
const ENOUGH = 1e8;
/** Two tiles of zoom 3 side by side, and one of zoom 4. */
const archive = pmtilesFile({
  tiles: [
    { z: 3, x: 4, y: 2, bytes: gzipSync('west') },
    { z: 3, x: 5, y: 2, bytes: gzipSync('east') },
    { z: 4, x: 8, y: 5, bytes: gzipSync('near') },
  ],
  metadata: { vector_layers: [{ id: 'roads' }], attribution: '© Somebody' },
  bounds: [0, 45, 90, 60],
});
let server: Server;
let base: string;
let requests: { path: string; range: string | undefined }[] = [];
let folder: string;

beforeAll(async () => {
  server = createServer(({ url, headers }, answer) => {
    requests.push({ path: url!, range: headers.range });
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (url === '/none.pmtiles') answer.writeHead(404).end();
    else if (url === '/endless.pmtiles') {
      const timer = setInterval(() => answer.write(Buffer.alloc(100_000)), 5);
      answer.on('close', () => clearInterval(timer));
    } else if (from === undefined || url === '/whole.pmtiles') answer.writeHead(200).end(archive);
    else answer.writeHead(206, { etag: '"1"' }).end(archive.subarray(Number(from), Number(to) + 1));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'waymark-street-maps-'));
});
afterEach(() => {
  requests = [];
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a street map is added', () => {
  it('from a file, listed, replaced by one of the other format, and removed', async () => {
    const added = await addStreetMap({ from: MONACO, folder, maxBytes: ENOUGH });
    expect([added.name, readFileSync(added.file).equals(readFileSync(MONACO))]).toEqual(['monaco', true]);
    await addStreetMap({ from: `${base}/harbour.pmtiles`, name: 'monaco', folder, maxBytes: ENOUGH });
    expect(readdirSync(folder)).toEqual(['monaco.pmtiles']);
    const { archives, facts } = await listStreetMaps(folder);
    expect([archives.map(({ name }) => name), facts[0]]).toEqual([
      ['monaco'],
      expect.objectContaining({ schema: 'protomaps', attribution: '© Somebody, © OpenStreetMap contributors' }),
    ]);
    expect(await removeStreetMap(folder, 'monaco')).toBe(true);
    expect(await removeStreetMap(folder, '../monaco')).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('as a part of one at an address, of which only that part is fetched', async () => {
    const { file, facts } = await addStreetMap({ from: `${base}/world.pmtiles`, folder, region: [1, 46, 20, 55], maxBytes: ENOUGH });
    expect(facts).toMatchObject({ minZoom: 3, maxZoom: 4, bounds: [1, 46, 20, 55], schema: 'protomaps' });
    expect(requests.every(({ range }) => range !== undefined)).toBe(true);
    const region = await openArchive(file);
    expect(gunzipSync((await region.tile(3, 4, 2))!.bytes).toString()).toBe('west');
    expect(gunzipSync((await region.tile(4, 8, 5))!.bytes).toString()).toBe('near');
    expect(await region.tile(3, 5, 2)).toBeUndefined();
    await region.close();
  });

  it.each([
    ['a region that it does not have', { region: [-80, -10, -70, -5] as const }, 'not in this map'],
    ['an address without ranges', { path: '/whole.pmtiles', region: [1, 46, 20, 55] as const }, 'does not answer ranges'],
    ['an address with nothing', { path: '/none.pmtiles' }, 'answered 404'],
    ['what has no end', { path: '/endless.pmtiles', maxBytes: 1_000_000 }, 'larger than 1000000 bytes'],
    ['a name that leads elsewhere', { name: '../elsewhere' }, 'no name for a map'],
  ] as [string, { path?: string; region?: readonly [number, number, number, number]; name?: string; maxBytes?: number }, string][])(
    'but not %s, and nothing is left of it',
    async (_what, { path = '/world.pmtiles', ...more }, words) => {
      await expect(addStreetMap({ from: base + path, folder, maxBytes: ENOUGH, ...more })).rejects.toThrow(words);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('but not a file that is none, or is not there', async () => {
    const text = join(folder, 'text.txt');
    writeFileSync(text, 'hello');
    await expect(addStreetMap({ from: text, name: 'text', folder, maxBytes: ENOUGH })).rejects.toThrow('neither a PMTiles nor an MBTiles');
    await expect(addStreetMap({ from: join(folder, 'none.pmtiles'), folder, maxBytes: ENOUGH })).rejects.toThrow('cannot be read');
    expect(readdirSync(folder)).toEqual(['text.txt']);
  });
});

it('a region has the tiles that it touches, and a vast one is refused before anything is fetched', () => {
  expect(placesIn([1, 1, 2, 2], 1, 2)).toEqual([
    { z: 1, x: 1, y: 0 },
    { z: 2, x: 2, y: 1 },
  ]);
  expect(placesIn([-180, -90, 180, 90], 0, 2)).toHaveLength(21);
  expect(() => placesIn([-10, 40, 10, 60], 0, 15)).toThrow('more than 400000 tiles');
});
