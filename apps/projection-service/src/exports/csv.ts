import { stringify } from 'csv-stringify/sync';
import type { Part } from '../history/history-reader.js';
import type { ServedChange } from '../history/served-change.js';
import { neutralText } from './neutral-text.js';

const HEAD = ['externalId', 'revision', 'event', 'observedAt', 'receivedAt', 'late', 'lat', 'lon', 'alt', 'accuracy', 'floor', 'fields'];

const cell = (value: string | number | undefined): string | number | undefined => (typeof value === 'string' ? neutralText(value) : value);

/** RFC 4180 with a head; numbers as they are, text that would be a formula made harmless. Fields are one column of JSON. */
export async function* csvOf(parts: AsyncIterable<Part<ServedChange>>): AsyncGenerator<string> {
  yield stringify([HEAD], { record_delimiter: 'windows' });
  for await (const { rows } of parts) {
    if (rows.length > 0) yield stringify(rows.map(({ change }) => rowOf(change)), { record_delimiter: 'windows' });
  }
}

function rowOf({ externalId, revision, type, observedAt, receivedAt, stale, position, fields }: ServedChange['change']): (string | number | undefined)[] {
  const { lat, lon, alt, accuracy, floor } = position ?? {};
  return [cell(externalId), revision, type, observedAt, receivedAt, stale === true ? 'true' : '', lat, lon, alt, accuracy, cell(floor), fields === undefined ? '' : JSON.stringify(fields)];
}
