import type { ExternalObject } from '../api/api.js';
import type { Format } from './format.js';

type Position = ExternalObject['position'];
/** Details that a report adds to the coordinates; `PositionDetails` in libs/object-rules. */
export type PositionDetail = Exclude<keyof Position, 'lat' | 'lon' | 'alt' | 'observedAt'>;
interface Wording<Value> {
  english: string;
  german: string;
  shown: (value: Value, format: Format) => string;
}

/** Names of the details in both languages, and formatters for their values, in the order of the object's panel. */
const DETAILS: { [Name in PositionDetail]: Wording<NonNullable<Position[Name]>> } = {
  floor: { english: 'Floor', german: 'Stockwerk', shown: String },
  accuracy: { english: 'Accuracy', german: 'Genauigkeit', shown: (metres, format) => `± ${format.length(metres)}` },
  heading: { english: 'Heading', german: 'Richtung', shown: (degrees, format) => `${format.number(degrees)}°` },
  speed: { english: 'Speed', german: 'Geschwindigkeit', shown: (metresPerSecond, format) => format.speed(metresPerSecond) },
  satellites: { english: 'Satellites', german: 'Satelliten', shown: (count, format) => format.number(count) },
};
const NAMES = Object.keys(DETAILS) as PositionDetail[];

export function positionDetailNames(language: 'english' | 'german'): Record<PositionDetail, string> {
  return Object.fromEntries(NAMES.map((name) => [name, DETAILS[name][language]])) as Record<PositionDetail, string>;
}

/** The details of a position, with their values as text. */
export function shownDetails(position: Pick<Position, PositionDetail>, format: Format): { name: PositionDetail; text: string }[] {
  return NAMES.flatMap((name) => {
    const value = position[name];
    return value === undefined ? [] : [{ name, text: (DETAILS[name].shown as (value: unknown, format: Format) => string)(value, format) }];
  });
}
