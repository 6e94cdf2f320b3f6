import type { FieldState, ObjectState } from '#object-rules/object.js';

/** An object as people read it: without what guards it inside (cleared fields, the workspace of the path). */
export type ReadModel = Omit<ObjectState, 'workspace' | 'fields'> & { fields: Record<string, FieldState> };

export function readModel(state: ObjectState): ReadModel {
  const { externalId, revision, title, type, icon, description, contentElements, position, archived, createdAt, updatedAt } = state;
  const fields = Object.fromEntries(Object.entries(state.fields).filter(([, field]) => field.value !== null));
  return { externalId, revision, title, type, icon, description, contentElements, position, fields, archived, createdAt, updatedAt };
}
