import { Injectable } from '@nestjs/common';
import { Problem } from '#problems/problem.js';
import type { QueryParameters } from '../reading/query-parameters.js';
import type { HistoryQuery } from './query/history-query.js';
import { HistoryReader } from './query/history-reader.js';
import type { RequestedObject } from './query/requested-objects.js';
import { type Segment, TripFold, type TripParameters } from './trip-fold.js';

export const TRIP_PARAMETERS = ['dwellRadius', 'dwellSeconds', 'gapSeconds'] as const;

const RADIUS = { min: 1, max: 10_000, default: 50 };
const DWELL = { min: 10, max: 86_400, default: 300 };
const GAP = { min: 10, max: 31 * 86_400, default: 900 };
/** Limits of one answer. */
const MAX_SEGMENTS = 1_000;
const TIMEOUT_MS = 8_000;

export function tripParameters(parameters: QueryParameters): TripParameters {
  return {
    dwellRadius: parameters.integer('dwellRadius', RADIUS),
    dwellSeconds: parameters.integer('dwellSeconds', DWELL),
    gapSeconds: parameters.integer('gapSeconds', GAP),
  };
}

export interface TripsAnswer extends TripParameters {
  externalId: string;
  from: string;
  to: string;
  segments: Segment[];
  totals: { positions: number; distanceMetres: number; tripSeconds: number; stopSeconds: number; gapSeconds: number };
  /** Whether the answer has reached its limit; the rest begins at the end of the last segment. */
  more: boolean;
}

/** Splits the kept history of an object between two times into trips, stops and gaps. */
@Injectable()
export class Trips {
  constructor(private readonly reader: HistoryReader) {}

  /** @throws Problem invalid-parameter if one answer cannot hold even one complete segment */
  async of(query: HistoryQuery, object: RequestedObject, parameters: TripParameters): Promise<TripsAnswer> {
    const fold = new TripFold(parameters);
    const segments: Segment[] = [];
    let positions = 0;
    let more = false;
    const deadline = performance.now() + TIMEOUT_MS;
    for await (const { rows } of this.reader.positions(query, [object])) {
      positions += rows.length;
      for (const row of rows) fold.add(row);
      segments.push(...fold.taken());
      more = segments.length > MAX_SEGMENTS || performance.now() > deadline;
      if (more) break;
    }
    if (!more) segments.push(...fold.end());
    if (more && segments.length === 0)
      throw new Problem('invalid-parameter', 'from: There are too many positions for one answer; request a shorter time.', {
        errors: [{ pointer: 'from', detail: 'There are too many positions for one answer; request a shorter time.' }],
      });
    const returned = segments.slice(0, MAX_SEGMENTS);
    const seconds = (kind: Segment['kind']): number =>
      returned.reduce((sum, segment) => sum + (segment.kind === kind ? segment.durationSeconds : 0), 0);
    const distanceMetres = returned.reduce((sum, segment) => sum + (segment.kind === 'trip' ? segment.distanceMetres : 0), 0);
    return {
      externalId: object.externalId,
      from: query.from,
      to: query.to,
      ...parameters,
      segments: returned,
      totals: { positions, distanceMetres, tripSeconds: seconds('trip'), stopSeconds: seconds('stop'), gapSeconds: seconds('gap') },
      more: more || segments.length > returned.length,
    };
  }
}
