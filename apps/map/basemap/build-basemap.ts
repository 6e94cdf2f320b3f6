import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAtlas } from './atlas.js';
import { basemapTiles } from './tiles.js';

/** Writes the tiles as `<z>/<x>/<y>.mvt.gz`. @returns their number and bytes */
export function buildBasemap(folder: string): { tiles: number; bytes: number; largest: number } {
  rmSync(folder, { recursive: true, force: true });
  const built = { tiles: 0, bytes: 0, largest: 0 };
  for (const { z, x, y, bytes } of basemapTiles(readAtlas())) {
    const file = join(folder, `${z}/${x}/${y}.mvt.gz`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    built.tiles++;
    built.bytes += bytes.length;
    built.largest = Math.max(built.largest, bytes.length);
  }
  return built;
}
