import type { Item } from '../polling/poll.js';
import { itemHash } from '../polling/seen-items.js';
import { decodeText } from '../reading-parts/decode-text.js';
import { parseCsv } from '../reading-parts/parse-csv.js';
import { parseJson } from '../reading-parts/parse-json.js';
import { readFeature } from './geojson.js';
import { resolvePointer } from './json-pointer.js';
import type { HttpPollOptions } from './options.js';

/** The items of a document. @throws Error for a document without items at the expected place */
export function readItems({ format, items, delimiter }: HttpPollOptions, bytes: Buffer): Item[] {
  const text = decodeText(bytes);
  if (text === undefined) throw new Error('The document is no UTF-8.');
  if (format === 'csv')
    return parseCsv(text, delimiter).map((row) => ({
      message:
        'fault' in row ? { document: { line: row.line }, quarantined: { reason: 'unreadable', detail: row.fault } } : { document: row.row },
      hash: itemHash(JSON.stringify(row)),
    }));
  const parsed = parseJson(text);
  if ('fault' in parsed) throw new Error(`The document is ${parsed.fault}; the format ${format} was set.`);
  return listOf(format, items, parsed.value).map((item) => ({
    message: format === 'geojson' ? readFeature(item) : { document: item },
    hash: itemHash(JSON.stringify(item)),
  }));
}

function listOf(format: 'json' | 'geojson', pointer: string | undefined, value: unknown): readonly unknown[] {
  if (format === 'geojson') {
    const { type, features } = (value ?? {}) as { type?: unknown; features?: unknown };
    if (type === 'Feature') return [value];
    if (type !== 'FeatureCollection' || !Array.isArray(features))
      throw new Error('The document is no FeatureCollection of GeoJSON (RFC 7946).');
    return features;
  }
  const found = resolvePointer(value, pointer ?? '');
  if (Array.isArray(found)) return found;
  if (pointer === undefined && typeof found === 'object' && found !== null) return [found];
  throw new Error(
    `There is no list at ${pointer === undefined || pointer === '' ? 'the top of the document' : pointer}. Let items point to it.`,
  );
}
