import { COORDINATES, type NumberProperty, POSITION_DETAILS } from '#object-rules/position.js';
import type { Schemas } from '../api/api.js';
import { typedNumber } from '../forms/number-text.js';
import type { Category, FieldKind, HeldField } from './object-members.js';

type Field = Schemas['DefinedField'];

/** The value of a field as typed. */
interface TypedValue {
  kind: FieldKind;
  /** For type Number or String: the typed text; for Category: the name. */
  text: string;
  /** Only for type Category. */
  namespace: string;
}

/** The fault of a typed value. */
export type ValueFault =
  | { is: 'needed' }
  | { is: 'no-number' }
  | { is: 'outside'; least?: number; most?: number }
  | { is: 'too-long'; most: number };

/** The API's limit for names, in code points. */
export const SHORT_TEXT = 256;
const STRING_VALUE = 4096;
/** The API has no limit for the accuracy, but a larger one is a typing error. */
const MAX_ACCURACY_M = 1e9;

const boundsOf = ({ minimum, maximum = MAX_ACCURACY_M }: NumberProperty): readonly [least: number, most: number] => [minimum, maximum];

/** Minimum and maximum of a position's numbers. */
export const POSITION_BOUNDS = {
  lat: boundsOf(COORDINATES.lat),
  lon: boundsOf(COORDINATES.lon),
  alt: boundsOf(COORDINATES.alt),
  accuracy: boundsOf(POSITION_DETAILS.accuracy),
} as const;

/** @returns the value, or the fault of the typed text; a definition that only warns accepts any value of its type */
export function fieldValueOf(
  { kind, text, namespace }: TypedValue,
  definition: Pick<Field, 'min' | 'max' | 'onConflict' | 'review'> | undefined,
): HeldField | ValueFault {
  if (kind === 'Number') {
    const value = typedNumber(text);
    if (value === undefined) return { is: 'no-number' };
    const { min, max, onConflict, review } = definition ?? {};
    const outside = (min !== undefined && value < min) || (max !== undefined && value > max);
    return outside && onConflict === 'reject' && review === 'approved'
      ? { is: 'outside', least: min, most: max }
      : { type: 'Number', value };
  }
  if (kind === 'Category') {
    const [name, space] = [text.trim(), namespace.trim()];
    if (name === '' || space === '') return { is: 'needed' };
    if (lengthOf(name) > SHORT_TEXT || lengthOf(space) > SHORT_TEXT) return { is: 'too-long', most: SHORT_TEXT };
    return { type: 'Category', value: { namespace: space, categoryName: name } satisfies Category };
  }
  return lengthOf(text) > STRING_VALUE ? { is: 'too-long', most: STRING_VALUE } : { type: 'String', value: text };
}

/** In Unicode code points, like the API. */
export const lengthOf = (text: string): number => [...text].length;
