import { invalidParameter } from '#problems/invalid-parameter.js';
import { preferredType } from '#service/preferred-type.js';
import type { QueryParameters } from '../../reading/query-parameters.js';
import type { HistoryQuery } from '../query/history-query.js';
import type { HistoryEnd, HistoryReader } from '../query/history-reader.js';
import type { RequestedObject } from '../query/requested-objects.js';
import { servedChanges } from '../query/served-change.js';
import { csvOf } from './csv.js';
import { geojsonLines, geojsonPoints } from './geojson.js';
import { gpxOf } from './gpx.js';
import { ndjsonOf } from './ndjson.js';

/** Formats of a history: `json` is sent in pages, the others as a whole. */
export const FORMATS = {
  json: 'application/json',
  csv: 'text/csv',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  ndjson: 'application/x-ndjson',
} as const;
export type Format = keyof typeof FORMATS;

/** Parameters of exports in addition to those of the history. */
export const EXPORT_PARAMETERS = ['format', 'geometry', 'simplify', 'gapSeconds'] as const;

export interface ExportWish {
  format: Exclude<Format, 'json'>;
  geometry: 'points' | 'lines';
  /** Metres. */
  simplify?: number;
  gapSeconds: number;
}

const SIMPLIFY = { min: 1, max: 100_000, default: 0 };
const GAP = { min: 1, max: 31 * 86_400, default: 3_600 };

/** The requested export; undefined if the caller wants pages. @throws Problem for contradictory parameters */
export function exportWish(parameters: QueryParameters, accept: string | undefined): ExportWish | undefined {
  const format =
    parameters.text('format') === undefined
      ? formatAccepted(accept)
      : parameters.choice('format', Object.keys(FORMATS) as Format[], 'json');
  const geometry = parameters.choice('geometry', ['points', 'lines'], 'points');
  const simplify = parameters.integer('simplify', SIMPLIFY) || undefined;
  const gapSeconds = parameters.integer('gapSeconds', GAP);
  if (format !== 'geojson' && parameters.text('geometry') !== undefined) throw invalidParameter('geometry', 'It requires format=geojson.');
  for (const name of ['simplify', 'gapSeconds']) {
    if (format !== 'geojson' && format !== 'gpx' && parameters.text(name) !== undefined)
      throw invalidParameter(name, 'It requires format=geojson or format=gpx.');
  }
  return format === 'json' ? undefined : { format, geometry, simplify, gapSeconds };
}

/** The format by Accept; pages for a client that accepts anything. */
function formatAccepted(accept: string | undefined): Format {
  const formats = Object.keys(FORMATS) as Format[];
  const type = preferredType(
    accept,
    formats.map((format) => FORMATS[format]),
  );
  return formats.find((format) => FORMATS[format] === type) ?? 'json';
}

type Batches = AsyncIterable<readonly RequestedObject[]> | Iterable<readonly RequestedObject[]>;

/** The requested history in pieces. @param batches objects in the order of the export */
export async function* exported(reader: HistoryReader, query: HistoryQuery, batches: Batches, wish: ExportWish): AsyncGenerator<string> {
  const { format, geometry, simplify, gapSeconds } = wish;
  if (format === 'csv' || format === 'ndjson') {
    const changes = servedChanges(
      inTurn(batches, (objects) => reader.lines(query, objects)),
      query,
    );
    return yield* format === 'csv' ? csvOf(changes) : ndjsonOf(changes);
  }
  const rules = { gapSeconds, simplify, region: query.region };
  const positions = inTurn(batches, (objects) => reader.positions(query, objects));
  if (format === 'gpx') return yield* gpxOf(positions, rules);
  yield* geometry === 'lines' ? geojsonLines(positions, rules) : geojsonPoints(positions, rules);
}

async function* inTurn<T>(
  batches: Batches,
  read: (objects: readonly RequestedObject[], after?: HistoryEnd) => AsyncIterable<T>,
): AsyncGenerator<T> {
  for await (const objects of batches) yield* read(objects);
}
