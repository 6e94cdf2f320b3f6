import { describe, expect, it } from 'vitest';
import { AREAS_BETWEEN_POSITIONS } from '#testing/workload/areas-between-positions.js';

const METRES_PER_DEGREE = 111_195;
const STEP = 0.01;

/** How near positions of whole hundredths come to an edge, metres; as on a plane, which is enough so near to it. */
function nearestToEdge([x1, y1]: readonly number[], [x2, y2]: readonly number[]): number {
  const [dx, dy] = [x2! - x1!, y2! - y1!];
  const steps = Math.round(Math.max(Math.abs(dx), Math.abs(dy)) / STEP);
  let nearest = Infinity;
  for (let step = 0; step <= steps; step++) {
    const [x, y] = [x1! + (dx * step) / steps, y1! + (dy * step) / steps];
    const narrowed = Math.cos((y * Math.PI) / 180);
    const length = Math.hypot(dx * narrowed, dy);
    for (const lon of [Math.floor(x / STEP) * STEP, Math.ceil(x / STEP) * STEP]) {
      for (const lat of [Math.floor(y / STEP) * STEP, Math.ceil(y / STEP) * STEP]) {
        nearest = Math.min(nearest, (Math.abs((lon - x) * narrowed * dy - (lat - y) * dx * narrowed) / length) * METRES_PER_DEGREE);
      }
    }
  }
  return nearest;
}

describe('areas of the worlds that faults are tried in', () => {
  it.each(AREAS_BETWEEN_POSITIONS)('no position of the load comes near the border of "$name"', ({ geometry }) => {
    const polygons: readonly (readonly (readonly (readonly number[])[])[])[] =
      geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    for (const ring of polygons.flat()) {
      for (let at = 1; at < ring.length; at++)
        expect(nearestToEdge(ring[at - 1]!, ring[at]!), `edge ${at}: ${JSON.stringify(ring[at])}`).toBeGreaterThan(100);
    }
  });

  it('sees a border that positions lie on', () => {
    expect(nearestToEdge([-120.005, -20.005], [-80.005, -60.005])).toBeLessThan(1);
  });
});
