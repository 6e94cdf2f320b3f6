/**
 * Pixels over which the field falls from one end to the other, and the share of that range outside the shape, as MapLibre expects in SDF
 * images.
 */
const RADIUS = 8;
const CUTOFF = 0.25;
const FAR = 1e20;

/**
 * The distance of each pixel from the edge of a shape, as a byte: 191 on the edge, more inside, less outside. MapLibre draws such an image
 * in any colour, with a halo that follows the shape.
 * @param cover the share of each pixel that the shape covers, 0 to 1, row by row
 */
export function distanceField(cover: Float64Array, width: number, height: number): Uint8ClampedArray {
  const outside = new Float64Array(cover.length);
  const inside = new Float64Array(cover.length);
  for (const [at, share] of cover.entries()) {
    // The edge runs through a partly covered pixel, at this distance from its centre.
    outside[at] = share >= 1 ? 0 : share <= 0 ? FAR : Math.max(0, 0.5 - share) ** 2;
    inside[at] = share >= 1 ? FAR : share <= 0 ? 0 : Math.max(0, share - 0.5) ** 2;
  }
  squaredDistances(outside, width, height);
  squaredDistances(inside, width, height);
  return Uint8ClampedArray.from(cover, (_, at) =>
    Math.round(255 - 255 * ((Math.sqrt(outside[at]!) - Math.sqrt(inside[at]!)) / RADIUS + CUTOFF)),
  );
}

/** Squared distances to the nearest pixel that was 0, in place: Felzenszwalb and Huttenlocher, along columns and then along rows. */
function squaredDistances(grid: Float64Array, width: number, height: number): void {
  for (let x = 0; x < width; x++) alongLine(grid, x, width, height);
  for (let y = 0; y < height; y++) alongLine(grid, y * width, 1, width);
}

function alongLine(grid: Float64Array, from: number, step: number, length: number): void {
  const given = Float64Array.from({ length }, (_, at) => grid[from + at * step]!);
  /** The positions of the lowest parabolas, and where each starts to be the lowest. */
  const vertices = [0];
  const begins = [-FAR];
  for (let at = 1; at < length; at++) {
    const crossing = (): number =>
      (given[at]! + at * at - given[vertices.at(-1)!]! - vertices.at(-1)! ** 2) / (2 * (at - vertices.at(-1)!));
    while (vertices.length > 1 && crossing() <= begins.at(-1)!) {
      vertices.pop();
      begins.pop();
    }
    begins.push(crossing());
    vertices.push(at);
  }
  for (let at = 0, lowest = 0; at < length; at++) {
    while (lowest + 1 < begins.length && begins[lowest + 1]! < at) lowest++;
    grid[from + at * step] = (at - vertices[lowest]!) ** 2 + given[vertices[lowest]!]!;
  }
}
