import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pmtilesFile, type PmtilesParts } from '#testing/pmtiles-file.js';
import { ArchiveFolders } from '../../src/archive-folder.js';
import { openArchive } from '../../src/open-archive.js';
import { attributionOf } from '../../src/tile-archive.js';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

const MONACO = join(REPOSITORY, 'apps/map/basemap/streets/monaco.mbtiles');
const OSM = '© OpenStreetMap contributors';
let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'waymark-archives-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LAYERS = { vector_layers: [{ id: 'roads' }, { id: 'earth' }] };
const tiles = [0, 1, 2, 3].map((n) => ({ z: 9, x: 260 + n, y: 180, bytes: gzipSync(`tile ${n}`) }));
const written = (name: string, parts: Partial<PmtilesParts> = {}): string => {
  const file = join(folder, name);
  writeFileSync(file, pmtilesFile({ tiles, metadata: LAYERS, bounds: [2.8, 46, 5.6, 47], ...parts }));
  return file;
};
function mbtiles(name: string, metadata: Record<string, string>, rows: readonly [number, number, number, Uint8Array][]): string {
  const file = join(folder, name);
  const database = new DatabaseSync(file);
  database.exec(
    'CREATE TABLE metadata (name text, value text); CREATE TABLE tiles (zoom_level integer, tile_column ' +
      'integer, tile_row integer, tile_data blob)',
  );
  for (const [key, value] of Object.entries(metadata)) database.prepare('INSERT INTO metadata VALUES (?, ?)').run(key, value);
  for (const row of rows) database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)').run(...row);
  database.close();
  return file;
}

describe('the street map that comes with Waymark', () => {
  it('has streets, buildings and sea of Monaco, and names OpenStreetMap', async () => {
    const archive = await openArchive(MONACO);
    expect(archive.facts).toMatchObject({
      schema: 'openmaptiles',
      minZoom: 9,
      maxZoom: 14,
      bounds: [7.383, 43.7, 7.4391, 43.7544],
      attribution: OSM,
      mediaType: 'application/vnd.mapbox-vector-tile',
    });
    const tile = (await archive.tile(14, 8529, 5974))!;
    expect(tile.gzipped).toBe(true);
    const { layers } = new VectorTile(new PbfReader(gunzipSync(tile.bytes)));
    expect(Object.keys(layers)).toEqual(expect.arrayContaining(['transportation', 'transportation_name', 'building', 'water']));
    expect(layers.transportation!.length).toBeGreaterThan(50);
    expect(await archive.tile(14, 0, 0)).toBeUndefined();
    await archive.close();
  });
});

describe('a PMTiles archive', () => {
  it.each([false, true])('is read tile by tile (directories in leaves: %s)', async (leaf) => {
    const archive = await openArchive(written(`leaf-${leaf}.pmtiles`, { leaf }));
    expect(archive.facts).toEqual({
      schema: 'protomaps',
      layers: ['roads', 'earth'],
      minZoom: 9,
      maxZoom: 9,
      bounds: [2.8, 46, 5.6, 47],
      attribution: OSM,
      mediaType: 'application/vnd.mapbox-vector-tile',
    });
    for (const { z, x, y, bytes } of tiles) expect(await archive.tile(z, x, y)).toEqual({ bytes: new Uint8Array(bytes), gzipped: true });
    expect(await archive.tile(9, 259, 180)).toBeUndefined();
    expect(await archive.tile(10, 260, 180)).toBeUndefined();
    await archive.close();
  });

  it('of pictures has no layers to know, and no attribution of ours', async () => {
    const archive = await openArchive(written('photos.pmtiles', { tileType: 2, metadata: {}, gzipped: false }));
    expect(archive.facts).toMatchObject({ schema: 'raster', mediaType: 'image/png', attribution: '' });
    await archive.close();
  });

  it('that is cut off, or makes no sense, is refused with a message', async () => {
    const whole = readFileSync(written('whole.pmtiles'));
    for (const [name, bytes] of [
      ['cut', whole.subarray(0, 200)],
      ['header', whole.subarray(0, 60)],
    ] as const) {
      writeFileSync(join(folder, `${name}.pmtiles`), bytes);
      await expect(openArchive(join(folder, `${name}.pmtiles`))).rejects.toThrow(/no PMTiles archive|cut off/);
    }
    await expect(openArchive(written('else.pmtiles', { metadata: { vector_layers: [{ id: 'ships' }] } }))).rejects.toThrow(
      'neither schema that can be drawn (OpenMapTiles, Protomaps): ships',
    );
    await expect(openArchive(written('bounds.pmtiles', { bounds: [5, 46, 2, 47] }))).rejects.toThrow('not an area');
    writeFileSync(join(folder, 'text.pmtiles'), 'hello');
    await expect(openArchive(join(folder, 'text.pmtiles'))).rejects.toThrow('neither a PMTiles nor an MBTiles');
  });

  it('that claims pieces of gigabytes is not believed', async () => {
    const bytes = readFileSync(written('vast.pmtiles'));
    bytes.writeBigUInt64LE(8_000_000_000n, 32);
    writeFileSync(join(folder, 'vast.pmtiles'), bytes);
    await expect(openArchive(join(folder, 'vast.pmtiles'))).rejects.toThrow('a piece of 8000000000 bytes');
  });
});

describe('an MBTiles archive', () => {
  it('counts its rows from the south, and knows its zooms by its tiles', async () => {
    const archive = await openArchive(
      mbtiles('own.mbtiles', { format: 'pbf', minzoom: '0', json: JSON.stringify({ vector_layers: [{ id: 'transportation' }] }) }, [
        [2, 1, 0, gzipSync('south')],
        [2, 1, 3, Buffer.from('north')],
      ]),
    );
    expect(archive.facts).toMatchObject({ schema: 'openmaptiles', minZoom: 2, maxZoom: 2, attribution: OSM });
    expect(gunzipSync((await archive.tile(2, 1, 3))!.bytes).toString()).toBe('south');
    expect(await archive.tile(2, 1, 0)).toEqual({ bytes: new Uint8Array(Buffer.from('north')), gzipped: false });
    await archive.close();
  });

  it.each([
    ['without tiles', { format: 'png' }, 'has no tiles'],
    ['of another format', { format: 'tiff' }, '"tiff"'],
    ['with strange bounds', { format: 'png', bounds: '1,2,3' }, 'bounds'],
  ])('%s is refused in words', async (name, metadata, words) => {
    const file = mbtiles(
      `${name.replaceAll(' ', '-')}.mbtiles`,
      metadata as Record<string, string>,
      words === 'has no tiles' ? [] : [[0, 0, 0, Buffer.from('x')]],
    );
    await expect(openArchive(file)).rejects.toThrow(words);
  });

  it('with a tile of many megabytes fails only for this tile', async () => {
    const archive = await openArchive(
      mbtiles('large.mbtiles', { format: 'png' }, [
        [0, 0, 0, Buffer.alloc(9 * 1024 * 1024)],
        [1, 0, 0, Buffer.from('x')],
      ]),
    );
    await expect(archive.tile(0, 0, 0)).rejects.toThrow('broken');
    expect(await archive.tile(1, 0, 1)).toBeDefined();
    await archive.close();
  });
});

it('an attribution is plain text, and names OpenStreetMap for vector tiles', () => {
  expect(attributionOf('<a href="https://osm.org">&copy; OpenStreetMap</a>', 'protomaps')).toBe('© OpenStreetMap');
  expect(attributionOf('© OpenMapTiles', 'openmaptiles')).toBe(`© OpenMapTiles, ${OSM}`);
  expect(attributionOf(undefined, 'raster')).toBe('');
});

describe('folders of archives', () => {
  it('are read again: new, replaced and removed files are found, and none outside', async () => {
    const [first, second] = ['given', 'own'].map((name) => join(folder, name)) as [string, string];
    mkdirSync(first);
    const folders = new ArchiveFolders([first, second]);
    expect(await folders.look()).toEqual({ archives: [], faulty: [] });
    const put = (into: string, name: string, parts: Partial<PmtilesParts>): void => renameSync(written('part', parts), join(into, name));
    put(first, 'harbour.pmtiles', {});
    for (const name of ['.hidden.pmtiles', 'half.pmtiles.part', 'notes.txt', '..pmtiles']) put(first, name, {});
    const [harbour] = (await folders.look()).archives;
    expect(harbour).toMatchObject({ name: 'harbour', hash: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect((await folders.look()).archives[0]).toBe(harbour);
    mkdirSync(second);
    put(second, 'harbour.pmtiles', { metadata: { ...LAYERS, attribution: 'Harbour, OpenStreetMap' } });
    writeFileSync(join(second, 'broken.pmtiles'), 'no');
    const { archives, faulty } = await folders.look();
    expect(archives.map(({ name, file }) => [name, file])).toEqual([['harbour', join(second, 'harbour.pmtiles')]]);
    expect(archives[0]!.hash).not.toBe(harbour!.hash);
    expect(faulty).toEqual([{ file: join(second, 'broken.pmtiles'), fault: expect.stringContaining('neither a PMTiles') }]);
    rmSync(second, { recursive: true });
    expect((await folders.look()).archives.map(({ hash }) => hash)).toEqual([harbour!.hash]);
    await folders.close();
  });
});
