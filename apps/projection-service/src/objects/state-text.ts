import type { ObjectState } from '#object-rules/object.js';

/**
 * The text of a state in its row. What most updates change comes first: Postgres logs of an updated row only what lies between the
 * first and the last difference from the former row, so descriptions, headings and pictures are not logged again.
 */
export function stateText({ revision, updatedAt, position, fields, ...rest }: ObjectState): string {
  return JSON.stringify({ revision, updatedAt, position, fields, ...rest });
}
