import { isErased, type KeptObject, type ObjectState } from '#object-rules/object.js';

/**
 * A state as its row stores it: what most updates change comes first, in `values`, and a zero stands in its place. Postgres logs an
 * updated row without what the former row has in common with it at its beginning and end, so only `values` are logged.
 */
type StoredState = { values: unknown[] | undefined } & ObjectState;

const BEGINNING = '{"values":';
/** Stands for the time before it in `values`. */
const SAME_TIME = 0;

/** SQL: when the object in a row was last changed. */
export const updatedAtOf = (state: string): string => `coalesce(${state}->'values'->>1, ${state}->>'updatedAt')`;

/** The text that the row of an object stores. */
export function storedState(state: KeptObject): string {
  if (isErased(state)) return JSON.stringify(state);
  const { revision, updatedAt, position, fields } = state;
  const values: unknown[] = [revision, updatedAt];
  let last = updatedAt;
  const add = (key: string, value: unknown): number => {
    if (key !== 'observedAt') values.push(value);
    else values.push(value === last ? SAME_TIME : (last = value as string));
    return 0;
  };
  // Copied before members are replaced: an assignment alone would lose a field with the name `__proto__`.
  const positionBare: Record<string, unknown> = { ...position };
  for (const key of Object.keys(positionBare)) positionBare[key] = add(key, positionBare[key]);
  const fieldsBare: Record<string, unknown> = { ...fields };
  for (const name of Object.keys(fields)) {
    const field = fields[name]!;
    fieldsBare[name] = { ...field, value: add('value', field.value), observedAt: add('observedAt', field.observedAt) };
  }
  const bare = JSON.stringify({ ...state, revision: 0, updatedAt: 0, position: positionBare, fields: fieldsBare });
  return `${BEGINNING}${JSON.stringify(values)},${bare.slice(1)}`;
}

/**
 * The state of a row, by this version or an earlier one, which stored the whole state. The given object becomes the state, since a copy
 * costs half as much as parsing its text.
 */
export function wholeState(stored: KeptObject): KeptObject {
  const state = stored as StoredState;
  const { values } = state;
  if (values === undefined) return stored;
  state.values = undefined;
  const [revision, updatedAt] = values as [number, string];
  state.revision = revision;
  state.updatedAt = updatedAt;
  let at = 2;
  let last = updatedAt;
  const time = (): string => {
    const value = values[at++];
    return value === SAME_TIME ? last : (last = value as string);
  };
  const position = state.position as unknown as Record<string, unknown>;
  for (const key of Object.keys(position)) position[key] = key === 'observedAt' ? time() : values[at++];
  for (const name of Object.keys(state.fields)) {
    const field = state.fields[name]!;
    field.value = values[at++] as typeof field.value;
    field.observedAt = time();
  }
  return state;
}

/** The state of a row as JSON, with its members in the usual order. */
export function wholeText(stored: string): string {
  return stored.startsWith(BEGINNING) ? JSON.stringify(wholeState(JSON.parse(stored) as KeptObject)) : stored;
}
