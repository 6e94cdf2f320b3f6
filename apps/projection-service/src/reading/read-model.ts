import type { Narrowing } from '#identity/caller.js';
import { descriptiveOf } from '#object-rules/descriptive.js';
import type { FieldState, ObjectState } from '#object-rules/object.js';
import { narrowedFields } from './narrowed-change.js';

/** An object for callers, without internal data (cleared fields, the workspace of the path). */
export type ReadModel = Omit<ObjectState, 'workspace' | 'fields'> & { fields: Record<string, FieldState> };

/** @param narrowing of the reader's token; fields outside it are left out */
export function readModel(state: ObjectState, narrowing?: Narrowing): ReadModel {
  const { externalId, revision, position, archived, createdAt, updatedAt } = state;
  const fields = narrowedFields(heldFields(state.fields), narrowing);
  return { externalId, revision, ...descriptiveOf(state), position, fields, archived, createdAt, updatedAt };
}

/** The fields without cleared ones. Most objects have none, and then nothing is copied. */
function heldFields(fields: ObjectState['fields']): ObjectState['fields'] {
  for (const name in fields)
    if (fields[name]!.value === null) return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.value !== null));
  return fields;
}
