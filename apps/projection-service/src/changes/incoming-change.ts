import { EVENT_TYPES, type EventType } from '#contracts/event-types.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import { PoisonError } from '#kafka/units/unit-processor.js';
import type { ChangeKind, ObjectChange } from '#object-rules/change.js';

/** A record of object.events, decoded. */
export interface IncomingChange {
  record: ConsumedRecord;
  kind: ChangeKind;
  type: EventType;
  change: ObjectChange;
}

const KINDS = new Map<string, ChangeKind>(Object.entries(EVENT_TYPES).map(([kind, type]) => [type, kind as ChangeKind]));
/** The escape sequence itself, not an escaped backslash that is followed by u0000. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** @throws PoisonError with the invalid part of the event */
export function decodeChange(record: ConsumedRecord): IncomingChange {
  const type = record.headers.ce_type?.toString('utf8') ?? '';
  const kind = KINDS.get(type);
  if (kind === undefined)
    throw new PoisonError(record, `The header ce_type is "${type.slice(0, 100)}", not one of ${[...KINDS.keys()].join(', ')}.`);
  const change = parse(record);
  const fault = faultOf(change);
  if (fault) throw new PoisonError(record, fault);
  const { key } = record;
  if (key !== null && key.toString('utf8') !== change.externalId)
    throw new PoisonError(record, 'The key of the record is not its externalId.');
  return { record, kind, type: type as EventType, change };
}

function parse(record: ConsumedRecord): ObjectChange {
  const { value: bytes } = record;
  if (bytes === null) throw new PoisonError(record, 'The record has no value.');
  const text = bytes.toString('utf8');
  // Postgres cannot store NUL in text.
  if (text.includes('\\u0000') && NUL.test(text)) throw new PoisonError(record, 'The event contains the character NUL.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PoisonError(record, `The event is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new PoisonError(record, 'The event is not a JSON object.');
  return value as ObjectChange;
}

function faultOf(change: ObjectChange): string | undefined {
  if (!isText(change.externalId) || !isText(change.workspace)) return 'externalId and workspace must be non-empty strings.';
  if (!Number.isSafeInteger(change.revision) || change.revision < 1) return 'revision must be a whole number from 1.';
  if (!isTime(change.observedAt) || !isTime(change.receivedAt)) return 'observedAt and receivedAt must be RFC 3339 UTC with milliseconds.';
  const { position, fields, set } = change;
  if (position !== undefined && !(isObject(position) && isWithin(position.lat, 90) && isWithin(position.lon, 180)))
    return 'position must have lat −90…90 and lon −180…180.';
  if (fields !== undefined && !(isObject(fields) && Object.values(fields).every(isObject))) return 'fields must be an object of objects.';
  if (set !== undefined && !isObject(set)) return 'set must be an object.';
  return undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTime = (value: unknown): boolean => typeof value === 'string' && TIME.test(value) && isDay(value);
/**
 * Whether the day exists; days up to the 28th do in every month. Postgres has neither 30 February nor the year 0, and would refuse the
 * whole unit again and again.
 */
const isDay = (time: string): boolean => time >= '0001' && (time.slice(8, 10) <= '28' || Number(time.slice(8, 10)) <= lastDay(time));
/** The last day of a time's month, which is the day 0 of the next one. */
const lastDay = (time: string): number => new Date(Date.UTC(Number(time.slice(0, 4)), Number(time.slice(5, 7)), 0)).getUTCDate();
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWithin = (value: unknown, bound: number): boolean => typeof value === 'number' && value >= -bound && value <= bound;
