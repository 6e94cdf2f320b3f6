/** A tile in the Web Mercator grid. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** Digits only, as JavaScript writes them: `Number` would accept more. */
const WHOLE = /^(?:0|[1-9]\d{0,8})$/;

/** Undefined unless all are whole numbers of the grid, at an existing zoom: only then may they name a file. */
export function tileAddressOf({ z, x, y }: Readonly<Record<'z' | 'x' | 'y', string>>, maxZoom: number): TileAddress | undefined {
  if (![z, x, y].every((part) => WHOLE.test(part))) return undefined;
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  const side = 2 ** address.z;
  return address.z <= maxZoom && address.x < side && address.y < side ? address : undefined;
}
