import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type BoundingBox, boxAround, widthOf } from './bounding-box.js';

type Fetch = (request: Request) => Promise<Response>;
const CLOSEST_ZOOM = 16;
/** Most tiles per side of a box at the zoom at which it is read. */
const TILES_PER_SIDE = 2;

/**
 * The box around all objects that the person may see; undefined if there are none. First from the tile of the whole world, whose positions
 * are coarse (a tenth of a degree), then from the tiles that contain that box. @throws ApiProblem
 */
export async function extentOf(workspace: string, fetch: Fetch): Promise<BoundingBox | undefined> {
  const coarse = boxAround(await cornersIn(workspace, fetch, 0, 0, 0));
  if (coarse === undefined) return undefined;
  const tiles = tilesOver(coarse);
  if (tiles.length === 0) return coarse;
  const corners = await Promise.all(tiles.map(({ z, x, y }) => cornersIn(workspace, fetch, z, x, y)));
  return boxAround(corners.flat()) ?? coarse;
}

/** The few closest tiles that cover a box; none if the world's tile is already the closest. */
export function tilesOver(box: BoundingBox): { z: number; x: number; y: number }[] {
  const edge = 360 / 4096;
  const [west, east] = [box.west - edge, box.west + widthOf(box) + edge];
  for (let z = CLOSEST_ZOOM; z > 0; z--) {
    const [x0, x1, y0, y1] = [tileX(west, z), tileX(east, z), tileY(box.north + edge, z), tileY(box.south - edge, z)];
    if (x1 - x0 >= TILES_PER_SIDE || y1 - y0 >= TILES_PER_SIDE) continue;
    const tiles: { z: number; x: number; y: number }[] = [];
    for (let x = x0; x <= x1; x++) for (let y = y0; y <= y1; y++) tiles.push({ z, x: ((x % 2 ** z) + 2 ** z) % 2 ** z, y });
    return tiles;
  }
  return [];
}

async function cornersIn(workspace: string, fetch: Fetch, z: number, x: number, y: number): Promise<{ lat: number; lon: number }[]> {
  const response = await fetch(new Request(`${location.origin}/groups/${encodeURIComponent(workspace)}/tiles/${z}/${x}/${y}.mvt`));
  const { clusters, objects } = new VectorTile(new PbfReader(new Uint8Array(await response.arrayBuffer()))).layers;
  const corners: { lat: number; lon: number }[] = [];
  for (let at = 0; at < (clusters?.length ?? 0); at++) {
    const { west, south, east, north } = clusters!.feature(at).properties as unknown as BoundingBox;
    corners.push({ lat: south, lon: west }, { lat: north, lon: east });
  }
  for (let at = 0; at < (objects?.length ?? 0); at++) {
    const { geometry } = objects!.feature(at).toGeoJSON(x, y, z);
    if (geometry.type === 'Point') corners.push({ lon: geometry.coordinates[0]!, lat: geometry.coordinates[1]! });
  }
  return corners;
}

const tileX = (lon: number, z: number): number => Math.floor(((lon + 180) / 360) * 2 ** z);

/** The tile row in Web Mercator, from the north. */
function tileY(lat: number, z: number): number {
  const radians = (Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return Math.max(0, Math.min(2 ** z - 1, Math.floor(y * 2 ** z)));
}
