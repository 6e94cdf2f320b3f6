import { int4Array } from '#postgres/binary-array.js';
import { type Box, rectanglesOf } from '../space/box.js';
import { keyRanges } from '../space/key-ranges.js';

/** Objects examined in a box with probably few objects. For a box with more, Postgres chooses the plan by its statistics. */
export const LOOKED_AT = 2000;

/** Most statement names, since each is planned once per connection. */
const MAX_NAMES = 64;
const names = new Map<string, string>();

/** The name of a prepared statement; undefined if it is planned each time. */
export function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES) names.set(text, (name = `looked-at-${names.size}`));
  return name;
}

/**
 * SQL of a common table expression `looked`: objects in the cells of a box, at most `LOOKED_AT` plus one. It reads range by range
 * through the index, so that its plan does not depend on the values. @param value adds a parameter and returns its placeholder
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
