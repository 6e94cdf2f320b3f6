import { readNumber } from '../../reading/read-number.js';
import type { Reading, ReadingField } from '../../reading/reading.js';
import { within } from './within.js';

type Given = Readonly<Record<string, ReadingField | undefined>>;

/** The fields that are present. */
export function fieldsOf(given: Given): Readonly<Record<string, ReadingField>> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, ReadingField] => entry[1] !== undefined));
}

/**
 * The fields of a moving thing: `course` (degrees) and `speed` (metres per second) are also heading and speed of its position. A value that
 * the gateway would refuse there stays only a field.
 */
export function movingFields(given: Given): Pick<Reading, 'heading' | 'speed' | 'fields'> {
  const fields = fieldsOf(given);
  const [heading, speed] = [within(fields['course']?.value, 360), within(fields['speed']?.value)];
  return { ...(heading !== undefined && { heading }), ...(speed !== undefined && { speed }), fields };
}

/** A Number field from a number or its text; undefined otherwise. @param factor into the field's unit */
export function numberField(value: unknown, factor = 1): ReadingField | undefined {
  const number = readNumber(value);
  return number === undefined ? undefined : { type: 'Number', value: factor === 1 ? number : Math.round(number * factor * 1000) / 1000 };
}

/** A String field from a text that is not blank, or from a number. */
export function textField(value: unknown): ReadingField | undefined {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? { type: 'String', value: text } : undefined;
}

/** A Category field in the source's own namespace. */
export function categoryField(value: string | undefined): ReadingField | undefined {
  return value === undefined || value === '' ? undefined : { type: 'Category', value };
}

/** Metres per second in a knot (1,852 m per hour). */
export const KNOT = 1852 / 3600;
/** Metres per second in a kilometre per hour. */
export const KILOMETRE_AN_HOUR = 1 / 3.6;
