interface Point {
  x: number;
  y: number;
}

/** Whether a ray from the point crosses the ring an odd number of times. */
export function inRing(point: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (let n = 0, before = ring.length - 1; n < ring.length; before = n++) {
    const [a, b] = [ring[n]!, ring[before]!];
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}
