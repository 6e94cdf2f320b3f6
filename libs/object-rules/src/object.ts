import type { Position } from './position.js';

export interface CategoryValue {
  namespace: string;
  categoryName: string;
}

export type FieldType = 'String' | 'Number' | 'Category';

/** One stored field. A field with `value` null was cleared; its time still protects it against late values. */
export interface FieldState {
  type: FieldType;
  value: string | number | CategoryValue | null;
  /** RFC 3339, UTC, milliseconds, so these strings sort like times. */
  observedAt: string;
}

/** An action bound to an object or to one of its codes. */
export interface ContentElement {
  id: string;
  kind: string;
  label?: string;
  target?: string;
}

export interface Descriptive {
  title?: string;
  type?: string;
  icon?: string;
  description?: string;
  contentElements?: ContentElement[];
  /** SHA-256 of the bytes of its picture, hexadecimal; the object service keeps the bytes (docs/decisions, 24). */
  picture?: string;
}

/** Descriptive values that a change sets; null clears one. */
export type DescriptiveSet = { [Name in keyof Descriptive]?: Descriptive[Name] | null };

/** A legal hold: until its release, no data of the object is erased, and its history is kept. */
export interface Hold {
  reason: string;
  /** `sub` of the requesting token. */
  by: string;
  /** RFC 3339 UTC, milliseconds. */
  since: string;
}

/** The complete newest state of an object: the value of `object.state`, type `waymark.object.state.v1`. */
export interface ObjectState extends Descriptive {
  externalId: string;
  workspace: string;
  /** Starts at 1 and increases by one with every applied change. */
  revision: number;
  position: Position & { observedAt: string };
  fields: Record<string, FieldState>;
  archived: boolean;
  /** Absent: the object itself is not under a hold, but its workspace may be. */
  hold?: Hold;
  createdAt: string;
  updatedAt: string;
}

/** The remaining data of an erased object: the owner of its id, until an operator releases it, and its last revision. */
export interface ErasedObject {
  externalId: string;
  /** The last owner if the id was released. */
  workspace: string;
  revision: number;
  erased: true;
  /** When it was erased. */
  updatedAt: string;
  /** An operator has released the id: the next workspace that creates an object with it owns it. */
  idReleased?: true;
}

/** The stored state of an id that has been used. */
export type KeptObject = ObjectState | ErasedObject;

export function isErased(kept: KeptObject): kept is ErasedObject {
  return 'erased' in kept;
}

/** Whether the id has an owner; otherwise any workspace may use it. */
export function isOwned(kept: KeptObject): boolean {
  return !isErased(kept) || kept.idReleased === undefined;
}

/** The object itself; undefined if it never existed or was erased. */
export function liveObject(kept: KeptObject | undefined): ObjectState | undefined {
  return kept === undefined || isErased(kept) ? undefined : kept;
}
