import { FINEST_COUNTED } from '../indexing/counted-levels.js';
import { boxOf } from '../space/box.js';
import { boxOfTile, type Tile } from '../space/tile.js';
import type { TileLayers } from './encode-tile.js';
import { clustersOfCells, clustersOfObjects, crowdOf, objectFeature } from './tile-features.js';
import type { TileRows } from './tile-rows.js';
import type { TileView } from './tile-view.js';

/** A tile with more of them shows clusters. */
const OBJECTS_A_TILE = 1000;
/** Clusters of objects themselves, where cells are too coarse, are of so many at most. */
const OBJECTS_LOOKED_AT = 20_000;
/** From here on a tile has fewer counted cells than clusters. */
const COARSE_FROM = FINEST_COUNTED - 2;

/** Puts a tile together: nothing, each object, or clusters. Work and size are bounded whatever lies in it. */
export class TileReader {
  constructor(private readonly rows: Pick<TileRows, 'counted' | 'categories' | 'objects' | 'places'>) {}

  async read(view: TileView): Promise<TileLayers> {
    const { tile } = view;
    if (view.types?.length === 0) return NOTHING;
    if (asksForMoreThanTypes(view)) return this.lookedAt(view);
    const { zoom, cells, total } = await this.rows.counted(view);
    if (total === 0) return NOTHING;
    if (total <= OBJECTS_A_TILE) return this.objects(view, OBJECTS_A_TILE);
    // The numbers are those of the cell around it.
    if (tile.z > FINEST_COUNTED) return this.lookedAt(view);
    if (tile.z < COARSE_FROM || total > OBJECTS_LOOKED_AT)
      return { objects: [], clusters: clustersOfCells(tile, zoom, cells, await this.rows.categories(view, zoom)) };
    return this.lookedAt(view);
  }

  private async objects(view: TileView, limit: number): Promise<TileLayers> {
    const states = await this.rows.objects(view, limit);
    return { objects: states.flatMap((state) => objectFeature(view.tile, state, view.colour, view.narrowing) ?? []), clusters: [] };
  }

  /** Of what is not counted by itself. */
  private async lookedAt(view: TileView): Promise<TileLayers> {
    const places = await this.rows.places(view, OBJECTS_LOOKED_AT + 1);
    if (places.length === 0) return NOTHING;
    if (places.length > OBJECTS_LOOKED_AT) return { objects: [], clusters: crowdOf(view.tile, places) };
    if (places.length <= OBJECTS_A_TILE) return this.objects(view, OBJECTS_A_TILE);
    return { objects: [], clusters: clustersOfObjects(view.tile, places) };
  }
}

const NOTHING: TileLayers = { objects: [], clusters: [] };

/** Numbers by cell and type can't tell what a token that is narrowed otherwise may see of a cell. */
function asksForMoreThanTypes({ tile, narrowing }: TileView): boolean {
  return (
    narrowing !== undefined &&
    (narrowing.ids !== undefined || narrowing.idPrefix !== undefined || (narrowing.bbox !== undefined && !isWithin(tile, narrowing.bbox)))
  );
}

function isWithin(tile: Tile, bbox: readonly [number, number, number, number]): boolean {
  const box = boxOf(bbox);
  const { west, south, east, north } = boxOfTile(tile);
  if (south < box.south || north > box.north) return false;
  return box.west <= box.east ? west >= box.west && east <= box.east : west >= box.west || east <= box.east;
}
