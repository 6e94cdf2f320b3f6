import type { PoolClient } from 'pg';
import { boxesOf, type LonLatBox } from '#geofence/boxes.js';
import { densestPlace } from '#geofence/densest-place.js';
import { Problem } from '#problems/problem.js';
import type { AreaContent } from './checked-area.js';

/** Boxes of other areas of the workspace that touch one of the new boxes, each once. */
const TOUCHING = `
  select distinct b.area_id, b.west, b.south, b.east, b.north
  from unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[]) as n(west, south, east, north)
  join area_box b on box(point(b.west, b.south), point(b.east, b.north)) && box(point(n.west, n.south), point(n.east, n.north))
  join area a on a.area_id = b.area_id
  where a.workspace = $1 and a.body is not null and a.area_id is distinct from $6::uuid`;

/**
 * Every area whose box contains a report judges it, and the object's row lists every area that contains the object. Without a limit, one
 * workspace could make a unit of work arbitrarily large.
 * @param instead an area whose outline these boxes replace
 * @throws Problem 409 that names the place
 */
export async function refuseCrowd(
  client: PoolClient,
  workspace: string,
  contents: readonly AreaContent[],
  most: number,
  instead?: string,
): Promise<void> {
  const fresh = contents.flatMap(({ geometry }) => apart(boxesOf(geometry)));
  const { rows } = await client.query<LonLatBox & { area_id: string }>(TOUCHING, [
    workspace,
    fresh.map(({ west }) => west),
    fresh.map(({ south }) => south),
    fresh.map(({ east }) => east),
    fresh.map(({ north }) => north),
    instead,
  ]);
  const known = new Map<string, LonLatBox[]>();
  for (const { area_id, ...box } of rows) {
    const boxes = known.get(area_id);
    if (boxes) boxes.push(box);
    else known.set(area_id, [box]);
  }
  const densest = densestPlace([...fresh, ...[...known.values()].flatMap((boxes) => apart(boxes))]);
  if (!densest || densest.count <= most) return;
  throw new Problem(
    'conflict',
    `The bounding boxes of ${densest.count} areas would overlap at longitude ${densest.lon}, latitude ${densest.lat}, ` +
      `and at most ${most} may overlap at one place: delete or shrink some of them, or ask the operator for ` +
      'more (MAX_AREAS_AT_A_PLACE).',
  );
}

/** Merges overlapping boxes of one area into the box around them, so that the area counts once per place. */
function apart(boxes: readonly LonLatBox[]): LonLatBox[] {
  const kept: LonLatBox[] = [];
  for (const box of boxes) {
    let grown = box;
    for (let at = 0; at < kept.length;) {
      const other = kept[at]!;
      if (other.west >= grown.east || other.east <= grown.west || other.south >= grown.north || other.north <= grown.south) {
        at++;
        continue;
      }
      grown = {
        west: Math.min(grown.west, other.west),
        south: Math.min(grown.south, other.south),
        east: Math.max(grown.east, other.east),
        north: Math.max(grown.north, other.north),
      };
      kept.splice(at, 1);
      at = 0;
    }
    kept.push(grown);
  }
  return kept;
}
