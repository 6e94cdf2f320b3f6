import { DateTime } from 'luxon';
import type { UpdateElement } from '../posting/update-client.js';

/** Which column means what, and how times are written. */
export interface RowColumns {
  id: string;
  time: string;
  lat: string;
  lon: string;
  title?: string;
  number: readonly string[];
  string: readonly string[];
  /** IANA name or fixed offset; for times that do not say theirs. */
  zone: string;
  /** A luxon format; without it ISO 8601, SQL ("2026-01-26 15:57:02") and epoch seconds or milliseconds are understood. */
  format?: string;
}

/** A row that cannot be sent, and why. */
export class UnreadableRow extends Error {
  override readonly name = 'UnreadableRow';
}

/** @throws UnreadableRow saying which column is wrong, and how */
export function elementOf(row: Readonly<Record<string, string>>, columns: RowColumns): { element: UpdateElement; at: number } {
  const at = timeOf(cell(row, columns.time), columns);
  const title = columns.title === undefined ? '' : (row[columns.title] ?? '').trim();
  const fieldValues = [
    ...columns.number.filter((name) => filled(row, name)).map((field) => ({ type: 'Number' as const, field, value: numberOf(row, field) })),
    ...columns.string.filter((name) => filled(row, name)).map((field) => ({ type: 'String' as const, field, value: cell(row, field) })),
  ];
  const element: UpdateElement = {
    externalId: cell(row, columns.id),
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
/** Above this a number of seconds would be in the year 5138: it is milliseconds. */
const LARGEST_EPOCH_SECONDS = 1e11;

function timeOf(text: string, { time, zone, format }: RowColumns): number {
  const parsed = format === undefined ? withoutFormat(text, zone) : DateTime.fromFormat(text, format, { zone, setZone: false });
  if (!parsed.isValid) throw new UnreadableRow(`${time} is not a time: ${shown(text)} (${parsed.invalidExplanation ?? parsed.invalidReason})`);
  return parsed.toMillis();
}

function withoutFormat(text: string, zone: string): DateTime {
  if (EPOCH.test(text)) {
    const number = Number(text);
    return DateTime.fromMillis(Math.round(number < LARGEST_EPOCH_SECONDS ? number * 1000 : number));
  }
  const iso = DateTime.fromISO(text, { zone });
  return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
