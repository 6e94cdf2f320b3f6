import { fold, isStale } from './fold.js';
import type { EventRecord, HeldObject, SentCommand } from './history.js';

/** The effect that the specification requires of one command on one object. */
export type Expected = { applied: true; kind: string; event: EventRecord; held: HeldObject } | { applied: false; code: string };

export interface Surroundings {
  workspace: string;
  operationId: string;
  index: number;
  /** RFC 3339 in UTC with milliseconds. */
  receivedAt: string;
  subject?: string;
  /** Whether the workspace is under a legal hold; separate from holds of objects. */
  workspaceHeld?: boolean;
  /** Most fields of an object, including cleared ones. */
  maxFields: number;
  /** Most UTF-16 code units in the names and texts of an object's fields together. */
  maxFieldsCharacters: number;
  /** The code that refuses new objects in the workspace at the moment, if any. */
  noPlace?: string;
}

/** An observation more than 5 minutes in the future is refused. */
const FUTURE_MS = 300_000;

/** The time of a command without one: as new as its position in the log, even if the gateway's clock is wrong. */
function newest(receivedAt: string, live: HeldObject | undefined, { position, fields }: SentCommand): string {
  const held = [
    position && live?.position.observedAt,
    ...(fields ?? []).map(({ field }) => (live && Object.hasOwn(live.fields, field) ? live.fields[field]!.observedAt : undefined)),
  ];
  return [receivedAt, ...held.filter((time) => time !== undefined)].sort().at(-1)!;
}

/**
 * The oracle's own implementation of the rules of objects, for commands that passed validation at the
 * gateway. Order of refusals: faults of the command itself, then ownership, then the object's state.
 */
export function expect(held: HeldObject | undefined, command: SentCommand, around: Surroundings): Expected {
  const live = held?.erased ? undefined : held;
  const foreign = held !== undefined && held.workspace !== around.workspace && !held.idReleased;
  if (command.kind === 'release-id') {
    if (!held || held.workspace !== around.workspace || held.idReleased) return { applied: false, code: 'unknown-object' };
    if (live) return { applied: false, code: 'id-in-use' };
    if (around.workspaceHeld) return { applied: false, code: 'legal-hold' };
  }
  if (command.kind === 'update') {
    if (!command.position && !command.fields?.length) return { applied: false, code: 'empty-update' };
    if (foreign) return { applied: false, code: 'belongs-to-another-workspace' };
    if (!live && !command.position) return { applied: false, code: 'first-update-needs-location' };
  } else if (command.kind !== 'release-id') {
    if (!live || foreign) return { applied: false, code: 'unknown-object' };
    if (command.ifRevision !== undefined && command.ifRevision !== live.revision) return { applied: false, code: 'revision-conflict' };
    const empty = !command.position && !command.fields?.length && Object.keys(command.set ?? {}).length === 0;
    if (command.kind === 'erase' && (live.hold || around.workspaceHeld)) return { applied: false, code: 'legal-hold' };
    if (command.kind === 'edit' && empty) return { applied: false, code: 'empty-update' };
  }
  if (Date.parse(command.observedAt ?? around.receivedAt) > Date.parse(around.receivedAt) + FUTURE_MS)
    return { applied: false, code: 'observed-in-future' };
  const names = (command.fields ?? []).map((field) => field.field);
  if (new Set(names).size !== names.length) return { applied: false, code: 'invalid' };
  if (new Set([...names, ...Object.keys(live?.fields ?? {})]).size > around.maxFields) return { applied: false, code: 'too-many-fields' };
  if (command.kind === 'update' && !live && around.noPlace !== undefined) return { applied: false, code: around.noPlace };

  const kinds = {
    update: live ? 'updated' : 'created',
    edit: 'edited',
    archive: 'archived',
    restore: 'restored',
    hold: 'held',
    release: 'released',
    erase: 'erased',
    'release-id': 'erased',
  };
  const kind = kinds[command.kind];
  const set = kind === 'created' || command.kind === 'edit' ? command.set : undefined;
  const event: EventRecord = {
    partition: 0,
    offset: 0,
    key: command.externalId,
    type: `waymark.object.${kind}.v1`,
    externalId: command.externalId,
    workspace: around.workspace,
    revision: (held?.revision ?? 0) + 1,
    operationId: around.operationId,
    index: around.index,
    observedAt: command.observedAt ?? newest(around.receivedAt, live, command),
    receivedAt: around.receivedAt,
    stale: false,
    ...(command.position && { position: command.position }),
    ...(command.fields?.length && { fields: Object.fromEntries(command.fields.map(({ field, type, value }) => [field, { type, value }])) }),
    ...(set && Object.keys(set).length > 0 && { set }),
    ...(around.subject !== undefined && { subject: around.subject }),
    ...(command.kind === 'release-id' && { idReleased: true }),
    ...(command.kind === 'hold' && { hold: { reason: command.reason! } }),
  };
  event.stale = isStale(held, event);
  const next = fold(held, event);
  if (event.fields && spokenBy(next) > around.maxFieldsCharacters) return { applied: false, code: 'object-too-large' };
  return { applied: true, kind, event, held: next };
}

/** Length of all texts in the object's fields: names, String values, and both parts of categories. */
function spokenBy({ fields }: HeldObject): number {
  const texts = Object.entries(fields).flatMap(([name, { value }]) => [
    name,
    ...(typeof value === 'object' && value !== null ? Object.values(value as object) : [value]),
  ]);
  return texts.filter((text): text is string => typeof text === 'string').join('').length;
}
