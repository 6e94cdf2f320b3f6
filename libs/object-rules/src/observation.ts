import type { ObjectChange } from './change.js';
import type { ExternalObjectUpdate, FieldValue } from './command.js';
import type { CommandContext, Decision } from './decision.js';
import { heldField, putField } from './field-record.js';
import { MAX_AHEAD_MS, MAX_FIELDS } from './limits.js';
import type { ObjectState } from './object.js';
import type { Position } from './position.js';
import { rejected } from './rejected.js';

/** The reported part of an update or an edit. */
export type Observation = Pick<ExternalObjectUpdate, 'externalId' | 'locationUpdate' | 'fieldValues' | 'observedAt'>;

/** @returns why an observation is rejected; undefined if it is not */
export function observationFault(
  current: ObjectState | undefined,
  seen: Observation,
  context: CommandContext,
): (Decision & { applied: false }) | undefined {
  // Times compare as text; only a time in the future has to be parsed.
  if (seen.observedAt !== undefined && seen.observedAt > context.receivedAt) {
    if (Date.parse(seen.observedAt) - Date.parse(context.receivedAt) > MAX_AHEAD_MS) return rejected('observed-in-future');
  }
  return seen.fieldValues?.length ? fieldsFault(current?.fields ?? {}, seen.fieldValues) : undefined;
}

function fieldsFault(held: ObjectState['fields'], values: readonly FieldValue[]): (Decision & { applied: false }) | undefined {
  let added = 0;
  const names = new Set<string>();
  for (const { field } of values) {
    if (names.has(field)) return rejected('invalid', `The field "${field}" appears twice in one element; send one value for it.`);
    names.add(field);
    if (heldField(held, field) === undefined) added += 1;
  }
  if (added > 0 && Object.keys(held).length + added > MAX_FIELDS) {
    return rejected('too-many-fields', `The object would have more than ${MAX_FIELDS} fields.`);
  }
  return undefined;
}

/**
 * The change that reports an observation. Without a device time, it is as new as its place in the log: its time is that of receipt, or that
 * of the current values if they are later, so that a difference between gateways' clocks does not make it stale.
 */
export function observation(seen: Observation, context: CommandContext, revision: number, current: ObjectState | undefined): ObjectChange {
  const change: ObjectChange = {
    externalId: seen.externalId,
    workspace: context.workspace,
    revision,
    operationId: context.operationId,
    index: context.index,
    observedAt: seen.observedAt ?? notBeforeHeld(context.receivedAt, seen, current),
    receivedAt: context.receivedAt,
    subject: context.subject,
  };
  if (seen.locationUpdate !== undefined) change.position = reportedPosition(seen.locationUpdate);
  if (seen.fieldValues?.length) change.fields = reportedFields(seen.fieldValues);
  return change;
}

/** The latest of a time and the times of the current values of the reported position and fields. */
function notBeforeHeld(time: string, seen: Observation, current: ObjectState | undefined): string {
  if (current === undefined) return time;
  let latest = time;
  if (seen.locationUpdate !== undefined && current.position.observedAt > latest) latest = current.position.observedAt;
  for (const { field } of seen.fieldValues ?? []) {
    const held = heldField(current.fields, field)?.observedAt;
    if (held !== undefined && held > latest) latest = held;
  }
  return latest;
}

function reportedPosition({ newPosition, ...details }: NonNullable<Observation['locationUpdate']>): Position {
  const position: Position = { lat: newPosition.lat, lon: newPosition.lon };
  if (newPosition.alt !== undefined) position.alt = newPosition.alt;
  return Object.assign(position, details);
}

function reportedFields(values: readonly FieldValue[]): NonNullable<ObjectChange['fields']> {
  const fields: NonNullable<ObjectChange['fields']> = {};
  for (const { field, type, value } of values) putField(fields, field, { type, value });
  return fields;
}
