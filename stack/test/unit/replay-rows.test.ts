import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { delimiterOf, MissingColumnError, type ReadRow, readRows } from '#stack/replay/read-rows.js';
import { elementOf, type RowColumns } from '#stack/replay/row.js';

const ours = fileURLToPath(new URL('data/track.csv', import.meta.url));
const columns: RowColumns = {
  id: 'bus',
  time: 'when',
  lat: 'latitude',
  lon: 'longitude',
  title: 'name',
  number: ['speed'],
  string: ['driver'],
  zone: 'Europe/London',
};

async function readAll(file: string, wanted: RowColumns) {
  const unreadable: [line: number, reason: string][] = [];
  const rows: ReadRow[] = [];
  for await (const row of readRows(file, wanted, (line, reason) => unreadable.push([line, reason]))) rows.push(row);
  return { rows, unreadable };
}

async function withFile<T>(content: string, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-replay-'));
  try {
    await writeFile(join(folder, 'rows.csv'), content);
    return await use(join(folder, 'rows.csv'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('rows of a CSV file', () => {
  it('become elements in the order of the file, times read in their zone across the change to summer time', async () => {
    const { rows } = await readAll(ours, columns);
    expect(rows.map(({ line, element }) => [line, element.externalId, element.observedAt])).toEqual([
      [2, '7', '2026-03-29T00:59:30.000Z'],
      [3, '7', '2026-03-29T01:00:30.000Z'],
      [11, '8\nb', '2026-03-29T01:06:30.000Z'],
    ]);
    expect(rows[0]!.element).toEqual({
      externalId: '7',
      observedAt: '2026-03-29T00:59:30.000Z',
      locationUpdate: { newPosition: { lat: 53.4, lon: -2.99 } },
      fieldValues: [
        { type: 'Number', field: 'speed', value: 12.5 },
        { type: 'String', field: 'driver', value: 'Ünal' },
      ],
      initialExternalObject: { title: 'Bus "7"' },
    });
    expect(rows[1]!.element).toEqual({
      externalId: '7',
      observedAt: '2026-03-29T01:00:30.000Z',
      locationUpdate: { newPosition: { lat: 53.401, lon: -2.989 } },
    });
  });

  it('that cannot be read are listed with line and reason, and the rest is read', async () => {
    const { unreadable } = await readAll(ours, columns);
    expect(unreadable.map(([line]) => line).sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 12]);
    const reasons = Object.fromEntries(unreadable);
    expect(reasons[4]).toMatch(/^when is not a time: "yesterday"/);
    expect(reasons[5]).toBe('latitude is not a number: "north"');
    expect(reasons[6]).toBe('latitude is outside −90…90: 91');
    expect(reasons[7]).toBe('bus is empty');
    expect(reasons[8]).toMatch(/length/i);
    expect(reasons[9]).toBe('speed is not a number: "fast"');
    expect(reasons[12]).toBe('latitude is empty');
  });

  it('are refused as a whole when a column is missing, naming it and the existing ones', async () => {
    await expect(readAll(ours, { ...columns, lat: 'lat', number: ['mood'] })).rejects.toThrow(MissingColumnError);
    await expect(readAll(ours, { ...columns, lat: 'lat', number: ['mood'] })).rejects.toThrow(
      'No column "lat", "mood"; the file has: bus, when,',
    );
  });

  it.each([
    ['id;when;lat,deg;lon', ';'],
    ['"id,a,b,c,d";when;lat', ';'],
    ['id\twhen\tlat\r\n1,1,1,1,1', '\t'],
    ['\uFEFFid|when|lat', '|'],
    ['id', ','],
  ])('show by their header what stands between columns: %j', (header, expected) => expect(delimiterOf(header)).toBe(expected));

  it('are read by the delimiter that the header shows or that is given, with a prefix before each id', async () => {
    const wanted: RowColumns = {
      id: 'id',
      time: 'when',
      lat: 'lat',
      lon: 'lon',
      number: ['speed'],
      string: [],
      zone: 'UTC',
      prefix: 'ferry-',
    };
    const semicolons = await withFile('\uFEFFid;when;lat;lon;speed\n1;2026-01-01;1.5;2;"3"\n', (file) => readAll(file, wanted));
    expect(semicolons.rows.map(({ element }) => [element.externalId, element.locationUpdate, element.fieldValues])).toEqual([
      ['ferry-1', { newPosition: { lat: 1.5, lon: 2 } }, [{ type: 'Number', field: 'speed', value: 3 }]],
    ]);
    const hashes = await withFile('id#when#lat#lon#speed\n1#2026-01-01#1.5#2#\n', (file) => readAll(file, { ...wanted, delimiter: '#' }));
    expect(hashes.rows).toHaveLength(1);
    await expect(withFile('id#when#lat#lon#speed\n', (file) => readAll(file, wanted))).rejects.toThrow(
      '(one column: give what stands between columns by --delimiter)',
    );
  });

  it('end with a word when a quote never closes', async () => {
    const { rows, unreadable } = await withFile(
      'bus,when,latitude,longitude,speed,driver,name\n1,2026-01-01,1,2,,,\n"2,2026-01-01,1,2,,,\n',
      (file) => readAll(file, columns),
    );
    expect(rows).toHaveLength(1);
    expect(unreadable).toHaveLength(1);
    expect(unreadable[0]![1]).toMatch(/quote/i);
  });

  it('fail with the reason when the file is not there', async () => {
    await expect(readAll('/nowhere/track.csv', columns)).rejects.toThrow('ENOENT');
  });
});

describe('times', () => {
  const at = (when: string, more: Partial<RowColumns> = {}) =>
    new Date(elementOf({ bus: '1', when, latitude: '0', longitude: '0' }, { ...columns, ...more }).at).toISOString();

  it.each([
    ['2026-01-26T15:57:02+02:00', '2026-01-26T13:57:02.000Z'],
    ['2026-07-26T15:57:02', '2026-07-26T14:57:02.000Z'],
    ['2026-07-26 15:57:02.250', '2026-07-26T14:57:02.250Z'],
    ['1769443022', '2026-01-26T15:57:02.000Z'],
    ['1769443022500', '2026-01-26T15:57:02.500Z'],
  ])('%s is understood without a format', (text, expected) => expect(at(text)).toBe(expected));

  it('follow a given format', () => {
    expect(at('26/01/2026 03:57 PM', { format: 'dd/MM/yyyy hh:mm a', zone: 'UTC+2' })).toBe('2026-01-26T13:57:00.000Z');
    expect(at('20/03/2021 00:22', { format: 'd/M/yyyy H:mm', zone: 'UTC' })).toBe('2021-03-20T00:22:00.000Z');
    expect(() => at('2026-01-26', { format: 'dd/MM/yyyy' })).toThrow('when is not a time: "2026-01-26" (--format "dd/MM/yyyy": ');
  });
});

describe('an incomplete time', () => {
  const reason = (when: string): string => {
    try {
      elementOf({ bus: '1', when, latitude: '0', longitude: '0' }, columns);
    } catch (error) {
      return (error as Error).message;
    }
    return 'was read';
  };

  it.each([
    ['20/03/2021 00:22', 'say how times are written: --format "d/M/yyyy H:mm"'],
    ['03/20/2021', 'say how times are written: --format "M/d/yyyy"'],
    ['03/04/2021 10:00:00', 'say how times are written: --format "d/M/yyyy H:mm:ss" or --format "M/d/yyyy H:mm:ss"'],
    ['3.4.21', 'say how times are written: --format "d.M.yy" or --format "M.d.yy"'],
    ['03-04-2021', 'say how times are written: --format "d-M-yyyy" or --format "M-d-yyyy"'],
    ['noon', 'say how times are written by --format'],
  ])('is never guessed: %s', (when, advice) => expect(reason(when)).toContain(advice));
});

/** Recorded data next to the checkout, on some machines. */
const sample = fileURLToPath(new URL('../../../../shared/data/liverpool_bus_route14.csv', import.meta.url));

describe('the sample track of a bus route', () => {
  it.skipIf(!existsSync(sample))(`is read whole (skipped: ${sample} is missing)`, async () => {
    const { rows, unreadable } = await readAll(sample, {
      id: 'vehicle_id',
      time: 'timestamp',
      lat: 'latitude',
      lon: 'longitude',
      number: ['bearing'],
      string: ['direction'],
      zone: 'UTC',
    });
    expect(unreadable).toEqual([]);
    expect(rows.length).toBe(1533);
  });
});
