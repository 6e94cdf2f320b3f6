import { erasedObject } from './fold.js';
import type { EventRecord, HeldField, HeldObject, SentPosition } from './history.js';
import type { RawRecord } from './read-topic.js';

const DESCRIPTIVE = ['title', 'type', 'icon', 'description', 'contentElements', 'picture'];

/** Parses a record of object.events: CloudEvents 1.0 in binary mode, by the public contract. */
export function parseEvent(record: RawRecord): EventRecord {
  const where = `object.events ${record.partition}:${record.offset}`;
  const value = JSON.parse(String(record.value)) as EventRecord & { stale?: boolean };
  const { headers } = record;
  for (const name of ['ce_specversion', 'ce_id', 'ce_source', 'ce_type', 'ce_time', 'ce_subject', 'content-type']) {
    if (headers[name] === undefined) throw new Error(`${where}: the header ${name} is missing`);
  }
  if (headers['ce_id'] !== `${value.externalId}@${value.revision}`) throw new Error(`${where}: ce_id is ${headers['ce_id']}`);
  return {
    partition: record.partition,
    offset: record.offset,
    key: record.key,
    type: headers['ce_type']!,
    externalId: value.externalId,
    workspace: value.workspace,
    revision: value.revision,
    operationId: value.operationId,
    index: value.index,
    observedAt: value.observedAt,
    receivedAt: value.receivedAt,
    stale: value.stale === true,
    ...(value.position && { position: value.position }),
    ...(value.fields && { fields: value.fields }),
    ...(value.set && { set: value.set }),
    ...(value.idReleased && { idReleased: value.idReleased }),
    ...(value.hold && { hold: value.hold, subject: value.subject }),
  };
}

/** Parses a record of object.state; one without a value means that the object was erased. */
export function parseState(record: RawRecord): HeldObject {
  if (record.value === null)
    return erasedObject(String(record.key), record.headers['ce_workspace']!, Number(record.headers['ce_revision']));
  return toHeldObject(JSON.parse(String(record.value)) as Record<string, unknown>);
}

/** Converts a row of the object service's table, which keeps erased objects. `values` may hold what changes with most updates. */
export function toKeptObject(value: Record<string, unknown>): HeldObject {
  if (Array.isArray(value['values'])) return toHeldObject(withValues(value, [...(value['values'] as unknown[])]));
  if (value['erased'] === true)
    return {
      ...erasedObject(value['externalId'] as string, value['workspace'] as string, Number(value['revision'])),
      ...(value['idReleased'] === true && { idReleased: true }),
    };
  return toHeldObject(value);
}

/** Takes the values one by one: revision, time of the update, members of the position, value and time of each field. 0 repeats a time. */
function withValues(value: Record<string, unknown>, values: unknown[]): Record<string, unknown> {
  const revision = values.shift();
  let time = values.shift();
  const timeAfter = (): unknown => (time = values.shift() || time);
  const filled = (members: object): object =>
    Object.fromEntries(
      Object.keys(members).map((key) => {
        if (key === 'type' && 'value' in members) return [key, (members as Record<string, unknown>)[key]];
        return [key, key === 'observedAt' ? timeAfter() : values.shift()];
      }),
    );
  const updatedAt = time;
  const position = filled(value['position'] as object);
  const fields = Object.fromEntries(Object.entries(value['fields'] as object).map(([name, field]) => [name, filled(field as object)]));
  return { ...value, revision, updatedAt, position, fields };
}

/** Converts a full state in the format of object.state, or of the read API, where the workspace has to be given. */
export function toHeldObject(value: Record<string, unknown>, workspace?: string): HeldObject {
  return {
    externalId: value['externalId'] as string,
    workspace: workspace ?? (value['workspace'] as string),
    revision: Number(value['revision']),
    position: value['position'] as SentPosition & { observedAt: string },
    fields: (value['fields'] ?? {}) as Record<string, HeldField>,
    descriptive: Object.fromEntries(
      DESCRIPTIVE.filter((name) => value[name] !== undefined && value[name] !== null).map((name) => [name, value[name]]),
    ),
    archived: value['archived'] === true,
    ...(value['hold'] !== undefined && { hold: value['hold'] as HeldObject['hold'] }),
  };
}
