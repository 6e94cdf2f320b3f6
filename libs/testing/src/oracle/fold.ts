import type { EventRecord, HeldObject } from './history.js';

/** Folds one event of an object into its state, as a consumer of object.events would. */
export function fold(before: HeldObject | undefined, event: EventRecord): HeldObject {
  if (event.type === 'waymark.object.erased.v1')
    return {
      ...erasedObject(event.externalId, before?.workspace ?? event.workspace, event.revision),
      ...(event.idReleased && { idReleased: true }),
    };
  const held = before?.erased ? undefined : before;
  const next: HeldObject = held
    ? { ...held, fields: { ...held.fields }, descriptive: { ...held.descriptive } }
    : {
        externalId: event.externalId,
        workspace: before === undefined || before.idReleased ? event.workspace : before.workspace,
        revision: 0,
        position: { ...event.position!, observedAt: event.observedAt },
        fields: {},
        descriptive: {},
        archived: false,
      };
  next.revision = event.revision;
  if (event.position && event.observedAt >= next.position.observedAt) next.position = { ...event.position, observedAt: event.observedAt };
  for (const [name, field] of Object.entries(event.fields ?? {})) {
    const known = Object.hasOwn(next.fields, name) ? next.fields[name] : undefined;
    if (!known || event.observedAt >= known.observedAt)
      put(next.fields, name, { type: field.type, value: field.value, observedAt: event.observedAt });
  }
  for (const [name, value] of Object.entries(event.set ?? {})) {
    if (value === null) delete next.descriptive[name];
    else next.descriptive[name] = value;
  }
  if (event.type === 'waymark.object.archived.v1') next.archived = true;
  if (event.type === 'waymark.object.restored.v1') next.archived = false;
  if (event.type === 'waymark.object.held.v1') next.hold = { reason: event.hold!.reason, by: event.subject!, since: event.receivedAt };
  if (event.type === 'waymark.object.released.v1') delete next.hold;
  return next;
}

/** The remaining data of an erased object. */
export function erasedObject(externalId: string, workspace: string, revision: number): HeldObject {
  return {
    externalId,
    workspace,
    revision,
    position: { lat: 0, lon: 0, observedAt: '' },
    fields: {},
    descriptive: {},
    archived: false,
    erased: true,
  };
}

/** Whether the event changes nothing: its position and all fields are older than the current ones, and it sets no other values. */
export function isStale(held: HeldObject | undefined, event: Pick<EventRecord, 'position' | 'fields' | 'set' | 'observedAt'>): boolean {
  const names = Object.keys(event.fields ?? {});
  if (!held || held.erased || (event.set && Object.keys(event.set).length > 0) || (!event.position && names.length === 0)) return false;
  if (event.position && event.observedAt >= held.position.observedAt) return false;
  return names.every((name) => Object.hasOwn(held.fields, name) && event.observedAt < held.fields[name]!.observedAt);
}

/** Sets a property, even one for a field with the name `__proto__`. */
function put<T>(target: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
