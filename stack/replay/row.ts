import { DateTime } from 'luxon';
import type { UpdateElement } from '../posting/update-client.js';

/** The columns of a file, and the format of its times. */
export interface RowColumns {
  id: string;
  /** Prefix for each id, since ids permanently belong to one workspace and many files number their objects from 1. */
  prefix?: string;
  /** Separator between cells; default: detected in the header. */
  delimiter?: string;
  time: string;
  lat: string;
  lon: string;
  title?: string;
  number: readonly string[];
  string: readonly string[];
  /** Time zone as IANA name or fixed offset, for times without one. */
  zone: string;
  /** A luxon format; default: ISO 8601, SQL ("2026-01-26 15:57:02"), or epoch seconds or milliseconds. */
  format?: string;
}

/** A row that cannot be sent, with the reason. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
}

/** @throws UnreadableRow with the wrong column and the fault */
export function elementOf(row: Readonly<Record<string, string>>, columns: RowColumns): { element: UpdateElement; at: number } {
  const at = timeOf(cell(row, columns.time), columns);
  const title = columns.title === undefined ? '' : (row[columns.title] ?? '').trim();
  const fieldValues = [
    ...columns.number.filter((name) => filled(row, name)).map((field) => ({ type: 'Number' as const, field, value: numberOf(row, field) })),
    ...columns.string.filter((name) => filled(row, name)).map((field) => ({ type: 'String' as const, field, value: cell(row, field) })),
  ];
  const element: UpdateElement = {
    externalId: `${columns.prefix ?? ''}${cell(row, columns.id)}`,
    observedAt: new Date(at).toISOString(),
    locationUpdate: { newPosition: { lat: degrees(row, columns.lat, 90), lon: degrees(row, columns.lon, 180) } },
    ...(fieldValues.length > 0 ? { fieldValues } : {}),
    ...(title === '' ? {} : { initialExternalObject: { title } }),
  };
  return { element, at };
}

function filled(row: Readonly<Record<string, string>>, column: string): boolean {
  return (row[column] ?? '').trim() !== '';
}

function cell(row: Readonly<Record<string, string>>, column: string): string {
  const text = (row[column] ?? '').trim();
  if (text === '') throw new UnreadableRow(`${column} is empty`);
  return text;
}

function numberOf(row: Readonly<Record<string, string>>, column: string): number {
  const text = cell(row, column);
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || !Number.isFinite(Number(text))) {
    throw new UnreadableRow(`${column} is not a number: ${shown(text)}`);
  }
  return Number(text);
}

function degrees(row: Readonly<Record<string, string>>, column: string, bound: number): number {
  const value = numberOf(row, column);
  if (Math.abs(value) > bound) throw new UnreadableRow(`${column} is outside −${bound}…${bound}: ${value}`);
  return value;
}

const EPOCH = /^\d{9,14}(\.\d+)?$/;
/** Larger numbers are milliseconds, since as seconds they would be after the year 5138. */
const MAX_EPOCH_SECONDS = 1e11;

function timeOf(text: string, { time, zone, format }: RowColumns): number {
  const parsed = format === undefined ? withoutFormat(text, zone) : DateTime.fromFormat(text, format, { zone, setZone: false });
  if (!parsed.isValid) throw new UnreadableRow(`${time} is not a time: ${shown(text)} (${adviceOn(text, format, parsed)})`);
  return parsed.toMillis();
}

/** Dates such as "03/04/2021", whose order of day and month is unclear and never guessed. */
const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?:([ T])\d{1,2}:\d\d(:\d\d)?)?/;

function adviceOn(text: string, format: string | undefined, parsed: DateTime): string {
  if (format !== undefined) return `--format ${JSON.stringify(format)}: ${parsed.invalidExplanation ?? parsed.invalidReason}`;
  const [, first, between, second, year, clock, seconds] = SLASHED.exec(text) ?? [];
  if (first === undefined) return 'say how times are written by --format, such as --format "yyyy/MM/dd HH:mm:ss"';
  const rest = `${between}${year!.length === 4 ? 'yyyy' : 'yy'}${clock === undefined ? '' : `${clock === 'T' ? "'T'" : ' '}H:mm${seconds === undefined ? '' : ':ss'}`}`;
  const dayFirst = `--format "d${between}M${rest}"`;
  const monthFirst = `--format "M${between}d${rest}"`;
  if (Number(first) > 12) return `say how times are written: ${dayFirst}`;
  if (Number(second) > 12) return `say how times are written: ${monthFirst}`;
  return `say how times are written: ${dayFirst} or ${monthFirst}`;
}

function withoutFormat(text: string, zone: string): DateTime {
  if (EPOCH.test(text)) {
    const number = Number(text);
    return DateTime.fromMillis(Math.round(number < MAX_EPOCH_SECONDS ? number * 1000 : number));
  }
  const iso = DateTime.fromISO(text, { zone });
  return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
