import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { POSITION_DETAIL_NAMES } from '#object-rules/position.js';
import { csvOf } from '../../src/history/exports/csv.js';
import { geojsonLines } from '../../src/history/exports/geojson.js';
import { gpxOf } from '../../src/history/exports/gpx.js';
import type { Part, SeenPosition } from '../../src/history/query/history-reader.js';
import type { ServedChange } from '../../src/history/query/served-change.js';

async function* once<T>(...values: T[]): AsyncGenerator<T> {
  yield* values;
}
async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
const object = (externalId: string) => ({ externalId, type: null, position: { lat: 0, lon: 0, observedAt: '' } });

describe('a cell of CSV', () => {
  it('that is a number, or ordinary text, stays unchanged', async () => {
    const change: ServedChange['change'] = {
      externalId: '=cmd()',
      revision: 1,
      type: 't',
      observedAt: 'o',
      receivedAt: 'r',
      position: { lat: -53.4, lon: -2.9, floor: '-1', alt: -3, heading: 270, speed: 1.4 },
      fields: { a: { type: 'String', value: '"x",\r\ny' } },
    };
    const csv = await textOf(
      csvOf(once<Part<ServedChange>>({ object: object('a'), isLast: true, rows: [{ observedAt: 'o', revision: 1, line: '', change }] })),
    );
    expect(parse(csv, { columns: true })).toEqual([
      {
        // Details that the change does not have are empty columns.
        ...Object.fromEntries(POSITION_DETAIL_NAMES.map((name) => [name, ''])),
        externalId: "'=cmd()",
        revision: '1',
        event: 't',
        observedAt: 'o',
        receivedAt: 'r',
        late: '',
        lat: '-53.4',
        lon: '-2.9',
        alt: '-3',
        accuracy: '',
        floor: "'-1",
        heading: '270',
        speed: '1.4',
        fields: JSON.stringify(change.fields),
      },
    ]);
  });
});

describe('tracks', () => {
  const position = (seconds: number, lon: number): SeenPosition => ({
    lat: 1,
    lon,
    observedAt: new Date(1_700_000_000_000 + seconds * 1000).toISOString(),
    revision: seconds,
  });
  const rules = { gapSeconds: 600 };

  it('of more than fits into memory are complete, in pieces that join', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => position(n, n / 1e5));
    const parts = (): AsyncGenerator<Part<SeenPosition>> =>
      once(
        { object: object('a'), rows: many.slice(0, 5000), isLast: false },
        { object: object('a'), rows: many.slice(5000), isLast: true },
      );
    const { features } = JSON.parse(await textOf(geojsonLines(parts(), rules))) as {
      features: { geometry: { coordinates: [number, number][] } }[];
    };
    expect(features.map(({ geometry }) => geometry.coordinates.length)).toEqual([4096, 4096, 1810]);
    expect(features.flatMap(({ geometry }, index) => geometry.coordinates.slice(index === 0 ? 0 : 1)).map(([lon]) => lon)).toEqual(
      many.map(({ lon }) => lon),
    );
    const gpx = await textOf(gpxOf(parts(), rules));
    expect([
      gpx.match(/<trkpt /g)!.length,
      gpx.match(/<trkseg>/g)!.length,
      gpx.match(/<\/trkseg>/g)!.length,
      gpx.match(/<trk>/g)!.length,
    ]).toEqual([10_000, 1, 1, 1]);
  });

  it('are interrupted by gaps, where they leave the region, and between objects with any names', async () => {
    const parts = (): AsyncGenerator<Part<SeenPosition>> =>
      once(
        {
          object: object('a'),
          rows: [position(0, 1), position(1, 2), position(700, 3), position(701, 99), position(702, 4)],
          isLast: true,
        },
        { object: object('<&"\ufffe'), rows: [{ ...position(703, 180), satellites: 9 }], isLast: true },
        { object: object('none'), rows: [], isLast: true },
      );
    const region = { boxes: [], holds: ({ lon }: { lon: number }) => lon !== 99, outline: undefined as never };
    const { features } = JSON.parse(await textOf(geojsonLines(parts(), { ...rules, region }))) as {
      features: { geometry: { type: string } }[];
    };
    expect(features.map(({ geometry }) => geometry.type)).toEqual(['LineString', 'Point', 'Point', 'Point']);
    const gpx = await textOf(gpxOf(parts(), { ...rules, region }));
    expect([gpx.match(/<trkseg>/g)!.length, gpx.match(/<trk>/g)!.length]).toEqual([4, 2]);
    expect(gpx).toContain('<name>&lt;&amp;&quot;\ufffd</name>');
    expect(gpx).toContain('lon="-180"');
    expect(gpx.match(/<\/time><sat>9<\/sat><\/trkpt>/g)).toHaveLength(1);
  });
});
