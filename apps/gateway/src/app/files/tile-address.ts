/** A tile in the Web Mercator grid. */
export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

/** A whole number in JavaScript's own notation; `Number` would accept other forms, too. */
const WHOLE = /^(?:0|[1-9]\d{0,8})$/;

/** The tile that the parameters name. Undefined unless they are whole numbers within the grid: only then may they be part of a path. */
export function tileAddressOf({ z, x, y }: Readonly<Record<'z' | 'x' | 'y', string>>, maxZoom: number): TileAddress | undefined {
  if (![z, x, y].every((part) => WHOLE.test(part))) return undefined;
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  const side = 2 ** address.z;
  return address.z <= maxZoom && address.x < side && address.y < side ? address : undefined;
}
