import { at, element, elementText, type InputCase, VALID } from '../input-case.js';

const stored = { stores: true } as const;
const placed = (lat: unknown, lon: unknown, more: object) => ({ externalId: 'input-place', locationUpdate: at(lat, lon, more) });
const place = (name: string, lat: number, lon: number, more: object = {}) => element(name, 200, placed(lat, lon, more), stored);
const misplaced = (name: string, wrong: 'lat' | 'lon' | 'alt', lat: unknown, lon: unknown, more: object = {}) =>
  element(name, 422, placed(lat, lon, more), { pointer: `/0/locationUpdate/newPosition/${wrong}` });
const latText = (name: string, want: number, lat: string) =>
  elementText(
    name,
    want,
    `{"externalId":"input-place","locationUpdate":{"newPosition":{"lat":${lat},"lon":2}}}`,
    want === 200 ? stored : { pointer: '/0/locationUpdate/newPosition/lat' },
  );
const numberText = (name: string, want: number, value: string) =>
  elementText(
    name,
    want,
    `{"externalId":"input-number","locationUpdate":{"newPosition":{"lat":1,"lon":2}},"fieldValues":[{"type":"Number","field":"n","value":${value}}]}`,
    want === 200 ? stored : { pointer: '/0/fieldValues/0/value' },
  );
const observed = (name: string, want: number, observedAt: unknown, code?: string) =>
  element(
    name,
    want,
    { ...VALID, externalId: 'input-time', observedAt },
    want === 200 ? stored : { code: code ?? 'invalid', pointer: '/0/observedAt' },
  );
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

export const NUMBERS: InputCase[] = [
  misplaced('lat 90.1', 'lat', 90.1, 1),
  misplaced('lat −90.0000001', 'lat', -90.0000001, 1),
  misplaced('lon 181', 'lon', 1, 181),
  misplaced('lon −180.5', 'lon', 1, -180.5),
  misplaced('lat a string', 'lat', '52', 1),
  misplaced('lat true', 'lat', true, 1),
  misplaced('lat null', 'lat', null, 1),
  misplaced('lat an array', 'lat', [1], 1),
  element(
    'lat alone',
    422,
    { externalId: 'input-place', locationUpdate: { newPosition: { lat: 1 } } },
    { pointer: '/0/locationUpdate/newPosition/lon' },
  ),
  element(
    'lon alone',
    422,
    { externalId: 'input-place', locationUpdate: { newPosition: { lon: 1 } } },
    { pointer: '/0/locationUpdate/newPosition/lat' },
  ),
  misplaced('alt 100001', 'alt', 1, 2, { alt: 100_001 }),
  misplaced('alt −12001', 'alt', 1, 2, { alt: -12_001 }),
  misplaced('alt a string', 'alt', 1, 2, { alt: '5' }),
  latText('1e400', 422, '1e400'),
  latText('−1e400', 422, '-1e400'),
  latText('400 digits', 422, '9'.repeat(400)),
  place('the north-east corner', 90, 180),
  place('the south-west corner', -90, -180),
  place('alt at its upper bound', 1, 2, { alt: 100_000 }),
  place('alt at its lower bound', 1, 2, { alt: -12_000 }),
  latText('1e-400 is zero', 200, '1e-400'),
  latText('−0', 200, '-0'),
  latText('30 decimals', 200, '1.000000000000000000000000000001'),
  numberText('a Number of 1e400', 422, '1e400'),
  numberText('2⁵³ + 1 is rounded', 200, '9007199254740993'),
  numberText('the smallest double', 200, '5e-324'),
  numberText('the largest double', 200, '1.7976931348623157e308'),
];

export const TIMES: InputCase[] = [
  observed('six minutes ahead', 422, inMinutes(6), 'observed-in-future'),
  observed('the year 9999', 422, '9999-12-31T23:59:59Z', 'observed-in-future'),
  observed('30 February', 422, '2026-02-30T00:00:00Z'),
  observed('29 February of no leap year', 422, '2025-02-29T00:00:00Z'),
  observed('hour 24', 422, '2026-01-01T24:00:00Z'),
  observed('minute 60', 422, '2026-01-01T00:60:00Z'),
  observed('no zone', 422, '2026-01-01T00:00:00'),
  observed('a date only', 422, '2026-01-01'),
  observed('epoch seconds', 422, 1_767_225_600),
  observed('epoch as text', 422, '1767225600'),
  observed('an HTTP date', 422, 'Thu, 01 Jan 2026 00:00:00 GMT'),
  observed('an expanded year', 422, '+012026-01-01T00:00:00Z'),
  observed('an offset of 25 hours', 422, '2026-01-01T00:00:00+25:00'),
  observed('empty', 422, ''),
  observed('null', 422, null),
  observed('Arabic digits', 422, '٢٠٢٦-٠١-٠١T00:00:00Z'),
  observed('four minutes ahead', 200, inMinutes(4)),
  observed('another zone', 200, '2026-01-01T02:00:00+02:00'),
  observed('nanoseconds', 200, '2026-01-01T00:00:00.123456789Z'),
];
