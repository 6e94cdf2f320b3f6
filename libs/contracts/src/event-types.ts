import type { ChangeKind } from '#object-rules/change.js';

/** CloudEvents types of `object.events`. */
export const EVENT_TYPES: Record<ChangeKind, EventType> = {
  created: 'waymark.object.created.v1',
  updated: 'waymark.object.updated.v1',
  edited: 'waymark.object.edited.v1',
  archived: 'waymark.object.archived.v1',
  restored: 'waymark.object.restored.v1',
  held: 'waymark.object.held.v1',
  released: 'waymark.object.released.v1',
  erased: 'waymark.object.erased.v1',
};

export type EventType = `waymark.object.${ChangeKind}.v1`;

/** CloudEvents type of `object.state`; its value is an ObjectState, or null after an erasure. */
export const STATE_TYPE = 'waymark.object.state.v1';
