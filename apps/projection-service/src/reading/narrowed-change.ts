import type { Narrowing } from '#identity/caller.js';
import { fieldInside } from '#identity/narrowing.js';

/** The fields of a record that a token may see; the record itself if it may see all. */
export function narrowedFields<T>(fields: Record<string, T>, narrowing: Narrowing | undefined): Record<string, T> {
  if (narrowing?.fields === undefined) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => fieldInside(narrowing, name)));
}

/** A line of the feed or the history without the fields that the token may not see. */
export function narrowedLine(line: string, narrowing: Narrowing | undefined): string {
  if (narrowing?.fields === undefined) return line;
  const change = JSON.parse(line) as { fields?: Record<string, unknown> };
  if (change.fields === undefined) return line;
  const fields = narrowedFields(change.fields, narrowing);
  return JSON.stringify({ ...change, fields: Object.keys(fields).length > 0 ? fields : undefined });
}
