import type { Narrowing } from '#identity/caller.js';
import { fieldInside, narrowingKey } from '#identity/narrowing.js';
import { Problem } from '#problems/problem.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import type { Tile } from '../space/tile.js';

/** Deeper tiles would show no more than their parents. */
const LAST_ZOOM = 22;
const MANY_TYPES = 20;
const MAX_NAME = 256;

/** The part of a workspace that a tile shows. */
export interface TileView {
  workspace: string;
  tile: Tile;
  /** Only objects of these types, already limited to the token's narrowing; undefined: all types. */
  types?: readonly string[];
  /** Field whose value becomes the `category` of objects. */
  colour?: string;
  narrowing?: Narrowing;
}

/** @throws Problem not-found for an address outside the grid of tiles */
export function tileOf(z: string, x: string, y: string): Tile {
  const [zoom, column, row] = [z, x, y].map((text) => (/^(0|[1-9]\d{0,6})$/.test(text) ? Number(text) : NaN)) as [number, number, number];
  const isTile = zoom <= LAST_ZOOM && column < 2 ** zoom && row < 2 ** zoom;
  if (!isTile)
    throw new Problem(
      'not-found',
      `This tile does not exist: /tiles/{z}/{x}/{y}.mvt has a zoom z from 0 to ${LAST_ZOOM}, x and y from 0 to 2^z − 1, y from the north.`,
    );
  return { z: zoom, x: column, y: row };
}

/** @throws Problem invalid-parameter, forbidden */
export function tileViewOf(workspace: string, tile: Tile, parameters: QueryParameters, narrowing: Narrowing | undefined): TileView {
  const requested = parameters.texts('type', { maxCount: MANY_TYPES, maxCharacters: MAX_NAME });
  const types =
    narrowing?.types === undefined
      ? requested
      : [...new Set(narrowing.types)].sort().filter((type) => requested === undefined || requested.includes(type));
  const colour = parameters.text('colour', MAX_NAME);
  // The answer is the same for existing and missing fields.
  if (colour !== undefined && narrowing !== undefined && !fieldInside(narrowing, colour))
    throw new Problem('forbidden', 'colour: the token is limited to other fields.');
  return { workspace, tile, types, colour, narrowing };
}

/** A text that is the same for equal views. */
export function viewKey({ workspace, tile: { z, x, y }, types, colour, narrowing }: TileView): string {
  return JSON.stringify([workspace, z, x, y, types, colour, narrowing && narrowingKey(narrowing)]);
}
