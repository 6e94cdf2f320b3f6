import { EVENT_TYPES } from '#contracts/event-types.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { ChangeKind, ObjectChange } from '#object-rules/change.js';
import type { Observation } from './movement.js';

/** The part of a record of object.events that reports need. Its facet is 0 until the object's profile is known. */
export interface ObjectEvent extends Observation {
  kind: ChangeKind;
  workspace: string;
  externalId: string;
  subject: string;
  stale: boolean;
  fields: ObjectChange['fields'];
  /** Undefined if not in the event; null if cleared. */
  type: string | null | undefined;
}

const KINDS = new Map<string, ChangeKind>(Object.entries(EVENT_TYPES).map(([kind, type]) => [type, kind as ChangeKind]));
/** The escape sequence itself, not an escaped backslash that is followed by u0000. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** The decoded event; undefined for an invalid one, which the projection writes as a dead letter. */
export function decodeEvent({ headers, value }: ConsumedRecord): ObjectEvent | undefined {
  const kind = KINDS.get(headers.ce_type?.toString('latin1') ?? '');
  if (kind === undefined || value === null) return undefined;
  const text = value.toString('utf8');
  if (text.includes('\\u0000') && NUL.test(text)) return undefined;
  let change: ObjectChange;
  try {
    change = JSON.parse(text) as ObjectChange;
  } catch {
    return undefined;
  }
  if (typeof change !== 'object' || change === null) return undefined;
  const { workspace, externalId, revision, subject, stale, position, fields, set } = change;
  const at = Date.parse(change.observedAt);
  if (!isText(workspace) || !isText(externalId) || !Number.isSafeInteger(revision) || revision < 1 || !Number.isFinite(at))
    return undefined;
  if (position !== undefined && !(isWithin(position?.lat, 90) && isWithin(position.lon, 180))) return undefined;
  return {
    kind,
    workspace,
    externalId,
    revision,
    at,
    facet: 0,
    subject: isText(subject) ? subject : '',
    stale: stale === true,
    place: position,
    fields,
    type: set?.type,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isWithin = (value: unknown, bound: number): boolean => typeof value === 'number' && value >= -bound && value <= bound;
