import { int4Array } from '#postgres/binary-array.js';
import { type Box, rectanglesOf } from '../space/box.js';
import { keyRanges } from '../space/key-ranges.js';

/** Objects examined in a box that is expected to hold few; for a box with more, Postgres chooses the plan by its statistics. */
export const LOOKED_AT = 2000;

/** Limits the number of statement names, each of which is planned once per connection. */
const MAX_NAMES = 64;
const names = new Map<string, string>();

/** Undefined: planned each time it is run. */
export function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) names.set(text, (name = `looked-at-${names.size}`));
  return name;
}

/**
 * SQL of a common table `looked`: objects in the cells of a box, at most `LOOKED_AT` plus one. Range by range through the index,
 * which needs no planning by values. @param value adds a parameter and returns its placeholder
 */
export function lookedAt(workspace: string, box: Box, value: (given: unknown) => string): string {
  const ranges = keyRanges(rectanglesOf(box));
  const [since, until] = [value(int4Array(ranges.map(({ from }) => from))), value(int4Array(ranges.map(({ to }) => to)))];
  return `looked as materialized (
    select o.* from unnest(${since}::int[], ${until}::int[]) as r (since, until) cross join lateral (
      select workspace, external_id, type, lat, lon, archived, q16, state from object_state
      where workspace = ${value(workspace)} and q16 between r.since and r.until limit ${LOOKED_AT + 1}
    ) o limit ${LOOKED_AT + 1})`;
}
