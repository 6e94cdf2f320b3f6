import { boxOf } from '../space/box.js';
import { boxOfTile, type Tile } from '../space/tile.js';
import { FINEST_COUNTED } from './counts/counted-levels.js';
import type { TileLayers } from './encode-tile.js';
import { clustersOfCells, clustersOfObjects, crowdOf, objectFeature } from './tile-features.js';
import type { TileRows } from './tile-rows.js';
import type { TileView } from './tile-view.js';

/** Most single objects in a tile; with more, it shows clusters. */
const OBJECTS_PER_TILE = 1000;
/** Most objects that are clustered individually, where cells are too coarse. */
const OBJECTS_LOOKED_AT = 20_000;
/** From this zoom on, a tile has fewer counted cells than clusters. */
const COARSE_FROM = FINEST_COUNTED - 2;

/** Builds a tile with single objects or with clusters. Work and size are limited for any number of objects. */
export class TileReader {
  constructor(private readonly rows: Pick<TileRows, 'counted' | 'categories' | 'objects' | 'places'>) {}

  async read(view: TileView): Promise<TileLayers> {
    const { tile } = view;
    if (view.types?.length === 0) return NOTHING;
    if (isNarrowedBeyondTypes(view)) return this.lookedAt(view);
    const { zoom, cells, total } = await this.rows.counted(view);
    if (total === 0) return NOTHING;
    if (total <= OBJECTS_PER_TILE) return this.objects(view, OBJECTS_PER_TILE);
    // The available counts are those of the larger cell around the tile.
    if (tile.z > FINEST_COUNTED) return this.lookedAt(view);
    if (tile.z < COARSE_FROM || total > OBJECTS_LOOKED_AT)
      return { objects: [], clusters: clustersOfCells(tile, zoom, cells, await this.rows.categories(view, zoom)) };
    return this.lookedAt(view);
  }

  private async objects(view: TileView, limit: number): Promise<TileLayers> {
    const states = await this.rows.objects(view, limit);
    return { objects: states.flatMap((state) => objectFeature(view.tile, state, view.colour, view.narrowing) ?? []), clusters: [] };
  }

  /** Builds the tile from the objects, for views without counts. */
  private async lookedAt(view: TileView): Promise<TileLayers> {
    const places = await this.rows.places(view, OBJECTS_LOOKED_AT + 1);
    if (places.length === 0) return NOTHING;
    if (places.length > OBJECTS_LOOKED_AT) return { objects: [], clusters: crowdOf(view.tile, places) };
    if (places.length <= OBJECTS_PER_TILE) return this.objects(view, OBJECTS_PER_TILE);
    return { objects: [], clusters: clustersOfObjects(view.tile, places) };
  }
}

const NOTHING: TileLayers = { objects: [], clusters: [] };

/** Whether a token is narrowed by more than types, so that the counts by cell and type include objects that it may not see. */
function isNarrowedBeyondTypes({ tile, narrowing }: TileView): boolean {
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
