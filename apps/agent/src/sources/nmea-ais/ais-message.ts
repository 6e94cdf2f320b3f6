import type { ReadingField } from '../../reading/reading.js';
import { categoryField, fieldsOf, KNOT, numberField, textField } from '../reading-parts/fields.js';
import type { AisBits } from './ais-bits.js';

/** A message's report about a station. */
export interface AisReport {
  readonly type: number;
  readonly mmsi: string;
  readonly position?: { readonly lat: number; readonly lon: number };
  /** The second of the minute of the observation; absent when the station does not know it. */
  readonly second?: number;
  readonly name?: string;
  readonly fields: Readonly<Record<string, ReadingField>>;
}

const STATUS = [
  'under way using engine',
  'at anchor',
  'not under command',
  'restricted manoeuvrability',
  'constrained by her draught',
  'moored',
  'aground',
  'engaged in fishing',
  'under way sailing',
] as const;

/**
 * Position reports of ships (types 1 to 3 of class A, 18 and 19 of class B) and their names (5, 24), according to ITU-R M.1371-5, annex 8.
 * Undefined for other types and for messages that are too short. Values that mean "not available" are left out.
 */
export function readAis(bits: AisBits): AisReport | undefined {
  if (bits.length < 38) return undefined;
  const type = bits.unsigned(0, 6);
  const number = bits.unsigned(8, 30);
  // A ship's number has nine digits and does not start with zero: others are groups and shore stations.
  if (number < 100_000_000 || number > 999_999_999) return undefined;
  const mmsi = String(number);
  if (type >= 1 && type <= 3 && bits.length >= 168)
    return {
      type,
      mmsi,
      ...positionOf(bits, 61),
      ...secondOf(bits, 137),
      fields: fieldsOf({ ...motion(bits, 50, 116, 128), status: categoryField(STATUS[bits.unsigned(38, 4)]) }),
    };
  if (type === 18 && bits.length >= 168)
    return { type, mmsi, ...positionOf(bits, 57), ...secondOf(bits, 133), fields: fieldsOf(motion(bits, 46, 112, 124)) };
  if (type === 19 && bits.length >= 312)
    return {
      type,
      mmsi,
      ...positionOf(bits, 57),
      ...secondOf(bits, 133),
      ...nameOf(bits, 143),
      fields: fieldsOf(motion(bits, 46, 112, 124)),
    };
  if (type === 5 && bits.length >= 422)
    return {
      type,
      mmsi,
      ...nameOf(bits, 112),
      fields: fieldsOf({
        callSign: textField(bits.text(70, 7)),
        destination: textField(bits.text(302, 20)),
        imo: bits.unsigned(40, 30) > 0 ? textField(bits.unsigned(40, 30)) : undefined,
      }),
    };
  // Part B contains the call sign; the part number identifies it.
  if (type === 24 && bits.length >= 160 && bits.unsigned(38, 2) === 0) return { type, mmsi, ...nameOf(bits, 40), fields: {} };
  if (type === 24 && bits.length >= 162 && bits.unsigned(38, 2) === 1)
    return { type, mmsi, fields: fieldsOf({ callSign: textField(bits.text(90, 7)) }) };
  return undefined;
}

/** Ten-thousandths of a minute; longitude 181 and latitude 91 stand for an unknown position. */
function positionOf(bits: AisBits, from: number): { position?: { lat: number; lon: number } } {
  const lon = bits.signed(from, 28) / 600_000;
  const lat = bits.signed(from + 28, 27) / 600_000;
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? { position: { lat: rounded(lat), lon: rounded(lon) } } : {};
}

function secondOf(bits: AisBits, from: number): { second?: number } {
  const second = bits.unsigned(from, 6);
  return second < 60 ? { second } : {};
}

function nameOf(bits: AisBits, from: number): { name?: string } {
  const name = bits.text(from, 20);
  return name === '' ? {} : { name };
}

function motion(bits: AisBits, speedAt: number, courseAt: number, headingAt: number): Record<string, ReadingField | undefined> {
  const [speed, course, heading] = [bits.unsigned(speedAt, 10), bits.unsigned(courseAt, 12), bits.unsigned(headingAt, 9)];
  return {
    speed: speed > 1022 ? undefined : numberField(speed / 10, KNOT),
    course: course >= 3600 ? undefined : numberField(course / 10),
    heading: heading >= 360 ? undefined : numberField(heading),
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7 + 0;
}
