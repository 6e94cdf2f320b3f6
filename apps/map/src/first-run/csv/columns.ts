import type { Schemas } from '../../api/api.js';

/** The possible meanings of a column. */
export const MEANINGS = [
  'skip',
  'id',
  'title',
  'type',
  'icon',
  'description',
  'lat',
  'lon',
  'alt',
  'accuracy',
  'floor',
  'time',
  'Number',
  'String',
  'Category',
] as const;
export type Meaning = (typeof MEANINGS)[number];

export interface Column {
  meaning: Meaning;
  /** Name of the field, if the meaning is a field. */
  field: string;
}

type Definitions = ReadonlyMap<string, Pick<Schemas['DefinedField'], 'type' | 'categories'>>;

const NAMES: Readonly<Record<Exclude<Meaning, 'skip' | 'Number' | 'String' | 'Category'>, readonly string[]>> = {
  id: [
    'id',
    'externalid',
    'objectid',
    'objectnumber',
    'deviceid',
    'assetid',
    'vehicleid',
    'trackerid',
    'device',
    'tracker',
    'serial',
    'serialnumber',
    'imei',
    'uid',
    'uuid',
    'key',
    'kennung',
    'objekt',
    'objektid',
    'geraet',
    'gerat',
    'gerateid',
    'nummer',
    'inventarnummer',
    'kennzeichen',
    'plate',
    'vehicle',
    'code',
  ],
  title: ['title', 'name', 'label', 'titel', 'bezeichnung', 'objektname', 'displayname', 'vehiclename', 'devicename'],
  type: ['type', 'kind', 'class', 'art', 'typ', 'objecttype', 'objektart', 'gruppe', 'group'],
  icon: ['icon', 'symbol'],
  description: ['description', 'beschreibung', 'notes', 'note', 'comment', 'bemerkung', 'notiz'],
  lat: ['lat', 'latitude', 'breite', 'breitengrad', 'geobreite', 'positionlat', 'gpslat', 'y'],
  lon: [
    'lon',
    'lng',
    'long',
    'longitude',
    'laenge',
    'lange',
    'laengengrad',
    'langengrad',
    'geolaenge',
    'geolange',
    'positionlon',
    'gpslon',
    'gpslng',
    'x',
  ],
  alt: ['alt', 'altitude', 'elevation', 'hoehe', 'hohe', 'z'],
  accuracy: ['accuracy', 'genauigkeit', 'hdopm', 'radius', 'precision'],
  floor: ['floor', 'level', 'stockwerk', 'etage', 'storey'],
  time: [
    'time',
    'timestamp',
    'date',
    'datetime',
    'observedat',
    'zeit',
    'zeitpunkt',
    'zeitstempel',
    'datum',
    'reportedat',
    'recordedat',
    'fixtime',
    'gpstime',
    'utc',
  ],
};
const LOOKED_AT = 200;
const MAX_CATEGORIES = 12;

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The most likely meaning of each column, from its name, the workspace's fields, and its values. */
export function guessColumns(header: readonly string[], rows: readonly { cells: readonly string[] }[], definitions: Definitions): Column[] {
  const sample = rows.slice(0, LOOKED_AT);
  const taken = new Set<Meaning>();
  const columns: (Column | undefined)[] = header.map(() => undefined);
  // An exact name takes precedence over a prefix: `lat` before `lat_error`.
  for (const [meaning, names] of Object.entries(NAMES) as [keyof typeof NAMES, readonly string[]][]) {
    for (const name of names) {
      const at = header.findIndex((each, place) => columns[place] === undefined && plain(each) === plain(name));
      if (at < 0 || taken.has(meaning) || definitions.has(header[at]!) || !suits(meaning, sample, at)) continue;
      taken.add(meaning);
      columns[at] = { meaning, field: '' };
    }
  }
  return columns.map((column, at) => column ?? fieldColumn(header[at]!, sample, at, definitions));
}

/** A column called `x` is a longitude only if its values can be longitudes. */
function suits(meaning: Meaning, sample: readonly { cells: readonly string[] }[], at: number): boolean {
  const max = meaning === 'lat' ? 90 : meaning === 'lon' ? 180 : undefined;
  if (max === undefined) return true;
  const values = filled(sample, at).map(csvNumber);
  const good = values.filter((value) => value !== undefined && Math.abs(value) <= max).length;
  return values.length === 0 || good >= values.length / 2;
}

function fieldColumn(name: string, sample: readonly { cells: readonly string[] }[], at: number, definitions: Definitions): Column {
  if (name === '') return { meaning: 'skip', field: '' };
  const definition = definitions.get(name);
  if (definition !== undefined) return { meaning: definition.type, field: name };
  const values = filled(sample, at);
  if (
    values.length > 0 &&
    values.every((value) => csvNumber(value) !== undefined) &&
    !values.some((value) => /^[+-]?0\d/.test(value.trim()))
  )
    return { meaning: 'Number', field: name };
  const different = new Set(values);
  const repeats =
    different.size <= MAX_CATEGORIES && values.length >= different.size * 3 && [...different].every((value) => value.length <= 40);
  return { meaning: repeats ? 'Category' : 'String', field: name };
}

const filled = (sample: readonly { cells: readonly string[] }[], at: number): string[] =>
  sample.map(({ cells }) => cells[at] ?? '').filter((cell) => cell.trim() !== '');

/**
 * Parses a number with a point or comma as decimal separator, possibly with the other one between thousands; undefined if it is not a
 * number.
 */
export function csvNumber(text: string): number | undefined {
  let digits = text.trim().replace('\u2212', '-');
  if (/^[+-]?\d{1,3}([.\u00a0\u202f ]\d{3})+,\d+$/.test(digits)) digits = digits.replace(/[.\u00a0\u202f ]/g, '').replace(',', '.');
  else if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(digits)) digits = digits.replaceAll(',', '');
  else digits = digits.replace(',', '.');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return undefined;
  const value = Number(digits);
  return Number.isFinite(value) ? value : undefined;
}
