import { POSITION_DETAIL_NAMES } from '#object-rules/position.js';
import { csvLines } from '#spreadsheets/csv-lines.js';
import type { Part } from '../query/history-reader.js';
import type { ServedChange } from '../query/served-change.js';

const HEAD = [
  'externalId',
  'revision',
  'event',
  'observedAt',
  'receivedAt',
  'late',
  'lat',
  'lon',
  'alt',
  ...POSITION_DETAIL_NAMES,
  'fields',
];

/** CSV with a header line. All fields are in one column, as JSON. */
export async function* csvOf(parts: AsyncIterable<Part<ServedChange>>): AsyncGenerator<string> {
  yield csvLines([HEAD]);
  for await (const { rows } of parts) {
    if (rows.length > 0) yield csvLines(rows.map(({ change }) => rowOf(change)));
  }
}

function rowOf({
  externalId,
  revision,
  type,
  observedAt,
  receivedAt,
  stale,
  position,
  fields,
}: ServedChange['change']): (string | number | undefined)[] {
  return [
    externalId,
    revision,
    type,
    observedAt,
    receivedAt,
    stale === true ? 'true' : '',
    position?.lat,
    position?.lon,
    position?.alt,
    ...POSITION_DETAIL_NAMES.map((name) => position?.[name]),
    fields === undefined ? '' : JSON.stringify(fields),
  ];
}
