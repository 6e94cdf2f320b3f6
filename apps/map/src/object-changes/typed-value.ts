import { COORDINATES, type NumberProperty, POSITION_DETAILS } from '#object-rules/position.js';
import type { Schemas } from '../api/api.js';
import { typedNumber } from '../forms/number-text.js';
import type { Category, FieldKind, HeldField } from './object-members.js';

type Field = Schemas['DefinedField'];

/** The value of a field as somebody typed it. */
interface TypedValue {
  kind: FieldKind;
  /** Of a Number or String as it is typed; of a Category its name. */
  text: string;
  /** Of a Category. */
  namespace: string;
}

/** What is wrong with a typed value. */
export type ValueFault =
  { is: 'needed' } | { is: 'no-number' } | { is: 'outside'; least?: number; most?: number } | { is: 'too-long'; most: number };

/** The interface's bound of names, in code points. */
export const SHORT_TEXT = 256;
const STRING_VALUE = 4096;
/** The interface has no bound for the accuracy; a larger one was typed wrong. */
const MAX_ACCURACY_M = 1e9;

const boundsOf = ({ minimum, maximum = MAX_ACCURACY_M }: NumberProperty): readonly [least: number, most: number] => [minimum, maximum];

/** Least and most of the numbers of a position. */
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

/** Unicode code points, as the interface counts. */
export const lengthOf = (text: string): number => [...text].length;
