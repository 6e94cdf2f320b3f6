/**
 * Number of the cell with a place: columns and rows of the Web Mercator grid, interleaved bit by bit, by a formula different from the
 * service's.
 */
export function cellByFormula(level: number, lat: number, lon: number): number {
  const across = 2 ** level;
  const clamped = Math.max(-85.0511287798066, Math.min(85.0511287798066, lat));
  const radians = (clamped * Math.PI) / 180;
  const column = lon >= 180 || Math.abs(lat) >= 90 ? 0 : Math.floor(((lon + 180) / 360) * across);
  const row = Math.min(
    across - 1,
    Math.max(0, Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * across)),
  );
  let cell = 0;
  for (let bit = level - 1; bit >= 0; bit--) cell = cell * 4 + ((row >> bit) & 1) * 2 + ((column >> bit) & 1);
  return cell;
}
