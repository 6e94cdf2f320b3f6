import type { Part, SeenPosition } from '../query/history-reader.js';
import { withoutCrossing } from './antimeridian.js';
import { type StrokeRules, Strokes } from './strokes.js';

type Coordinates = [lon: number, lat: number, alt?: number];

const BEGIN = '{"type":"FeatureCollection","features":[';
const END = '\n]}\n';

const coordinatesOf = ({ lon, lat, alt }: { lon: number; lat: number; alt?: number }): Coordinates =>
  alt === undefined ? [lon, lat] : [lon, lat, alt];

/** A FeatureCollection (RFC 7946) with a point for each position. */
export async function* geojsonPoints(parts: AsyncIterable<Part<SeenPosition>>, rules: StrokeRules): AsyncGenerator<string> {
  yield* features(parts, rules, (externalId, positions) => positions.map((position) => pointOf(externalId, position)));
}

/**
 * A FeatureCollection of lines: a feature for each stretch of a track, cut at the antimeridian (RFC 7946, 3.1.9); a
 * stretch of one position becomes a point.
 */
export async function* geojsonLines(parts: AsyncIterable<Part<SeenPosition>>, rules: StrokeRules): AsyncGenerator<string> {
  yield* features(
    parts,
    rules,
    (externalId, positions) => [positions.length === 1 ? pointOf(externalId, positions[0]!) : lineOf(externalId, positions)],
    true,
  );
}

/** @param whole whether a stroke begins with the last position of the previous one that it continues */
async function* features(
  parts: AsyncIterable<Part<SeenPosition>>,
  rules: StrokeRules,
  make: (externalId: string, positions: SeenPosition[]) => object[],
  whole = false,
): AsyncGenerator<string> {
  yield BEGIN;
  let separator = '\n';
  let strokes = new Strokes(rules);
  for await (const { object, rows, isLast } of parts) {
    const done = [...strokes.add(rows), ...(isLast ? strokes.end() : [])];
    if (isLast) strokes = new Strokes(rules);
    let text = '';
    for (const { positions, continues } of done) {
      for (const feature of make(object.externalId, continues && !whole ? positions.slice(1) : positions)) {
        text += separator + JSON.stringify(feature);
        separator = ',\n';
      }
    }
    if (text !== '') yield text;
  }
  yield END;
}

function pointOf(externalId: string, position: SeenPosition): object {
  const { lat: _lat, lon: _lon, alt: _alt, ...properties } = position;
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: coordinatesOf(position) },
    properties: { externalId, ...properties },
  };
}

function lineOf(externalId: string, positions: readonly SeenPosition[]): object {
  const lines = withoutCrossing(positions.map(coordinatesOf));
  const geometry = lines.length === 1 ? { type: 'LineString', coordinates: lines[0] } : { type: 'MultiLineString', coordinates: lines };
  return {
    type: 'Feature',
    geometry,
    properties: {
      externalId,
      from: positions[0]!.observedAt,
      to: positions.at(-1)!.observedAt,
      times: positions.map(({ observedAt }) => observedAt),
    },
  };
}
