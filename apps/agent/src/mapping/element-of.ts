import type { SourceConfig } from '../configuration/agent-config.js';
import { type Element, LOCATION_NUMBER_NAMES } from '../reading/element.js';
import { readNumber } from '../reading/read-number.js';
import { isPossibleTime, readTime } from '../reading/read-time.js';
import type { Reading } from '../reading/reading.js';
import { fieldsOf } from './fields-of.js';
import type { MapResults } from './map-results.js';
import { Quarantined, shown } from './quarantined.js';

const absent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Builds the element; results of the `map` override the source's values. The rules of the API are not checked yet. @throws Quarantined */
export function elementOf(reading: Reading | undefined, results: MapResults, source: SourceConfig, receivedAt: number): Element {
  const { members } = results;
  const externalId = idOf(reading, members, source.namespace);
  const observedAt = new Date(timeOf(reading, members.observedAt) ?? receivedAt).toISOString();
  const newPosition = positionOf(reading, members);
  const numbers = LOCATION_NUMBER_NAMES.flatMap((name) => {
    const number = numberOf(members[name], `/locationUpdate/${name}`) ?? reading?.[name];
    return number === undefined ? [] : [[name, number] as const];
  });
  const floor = floorOf(members.floor) ?? reading?.floor;
  const fieldValues = fieldsOf(reading, results, source);
  if (newPosition === undefined && fieldValues.length === 0)
    throw new Quarantined('no-position-known', 'There is neither a position nor a field in it.');
  const title = textOf(members.title, '/initialExternalObject/title') ?? reading?.title;
  const type = textOf(members.type, '/initialExternalObject/type') ?? reading?.type;
  return {
    externalId,
    observedAt,
    ...(newPosition && {
      locationUpdate: { newPosition, ...Object.fromEntries(numbers), ...(floor !== undefined && { floor }) },
    }),
    ...(fieldValues.length > 0 && { fieldValues }),
    ...((title !== undefined || type !== undefined) && {
      initialExternalObject: { ...(title !== undefined && { title }), ...(type !== undefined && { type }) },
    }),
  };
}

function idOf(reading: Reading | undefined, { id, externalId }: MapResults['members'], namespace: string): string {
  const within = (local: string): string => (namespace === '' ? local : `${namespace}:${local}`);
  if (!absent(externalId)) return idText(externalId, 'externalId');
  if (!absent(id)) return within(idText(id, 'id'));
  if (reading?.externalId !== undefined) return idText(reading.externalId, 'externalId');
  if (reading !== undefined) return within(idText(reading.id, 'id'));
  throw new Quarantined(
    'no-id',
    'map.id gave nothing for it: the document has no such member. agent tail shows what there is; of CSV, look at delimiter.',
  );
}

/** Numbers are valid ids if they have a single spelling. */
function idText(value: unknown, member: string): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '')
    throw new Quarantined('no-id', `${member} must be a text that is not blank, or a whole number, not ${shown(value)}.`);
  return text;
}

function timeOf(reading: Reading | undefined, mapped: unknown): number | undefined {
  if (!absent(mapped)) {
    const time = readTime(mapped);
    if (time === undefined)
      throw new Quarantined(
        'impossible-time',
        `${shown(mapped)} is no time of the years 2000 to 2099: neither RFC 3339 with its zone, nor seconds or milliseconds since 1970.`,
      );
    return time;
  }
  if (reading?.observedAt === undefined) return undefined;
  if (!isPossibleTime(reading.observedAt))
    throw new Quarantined('impossible-time', `${shown(reading.observedAt)} ms since 1970 is not in the years 2000 to 2099.`);
  return reading.observedAt;
}

/** Latitude and longitude always come from the same origin, since a mixed pair would be a wrong place. */
function positionOf(
  reading: Reading | undefined,
  { lat, lon, alt }: MapResults['members'],
): { lat: number; lon: number; alt?: number } | undefined {
  const mapped = !absent(lat) || !absent(lon);
  const position = mapped ? { lat: degrees(lat, 'lat', 90), lon: degrees(lon, 'lon', 180) } : ofReading(reading);
  if (position === undefined) return undefined;
  const altitude = numberOf(alt, '/locationUpdate/newPosition/alt') ?? (mapped ? undefined : reading?.position?.alt);
  return { ...position, ...(altitude !== undefined && { alt: altitude }) };
}

function ofReading(reading: Reading | undefined): { lat: number; lon: number } | undefined {
  return reading?.position && { lat: degrees(reading.position.lat, 'lat', 90), lon: degrees(reading.position.lon, 'lon', 180) };
}

function degrees(value: unknown, name: string, max: number): number {
  const number = readNumber(value);
  if (number === undefined || Math.abs(number) > max)
    throw new Quarantined('impossible-position', `${name} must be a number from -${max} to ${max}, in degrees, not ${shown(value)}.`);
  // JSON has no -0, and the gateway would read it as 0.
  return number + 0;
}

function numberOf(value: unknown, pointer: string): number | undefined {
  if (absent(value)) return undefined;
  const number = readNumber(value);
  if (number === undefined) throw new Quarantined('invalid-element', `${pointer}: must be a number, not ${shown(value)}.`);
  return number;
}

function floorOf(value: unknown): string | number | undefined {
  if (absent(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Quarantined('invalid-element', `/locationUpdate/floor: must be a text or a number, not ${shown(value)}.`);
  return value;
}

function textOf(value: unknown, pointer: string): string | undefined {
  if (absent(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Quarantined('invalid-element', `${pointer}: must be a text, not ${shown(value)}.`);
  return String(value);
}
