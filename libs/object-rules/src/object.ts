import type { Position } from './position.js';

export interface CategoryValue {
  namespace: string;
  categoryName: string;
}

export type FieldType = 'String' | 'Number' | 'Category';

/** One stored field; with `value` null, it is cleared, and its time still protects it against late values. */
export interface FieldState {
  type: FieldType;
  value: string | number | CategoryValue | null;
  /** RFC 3339, UTC, milliseconds: such strings sort as times do. */
  observedAt: string;
}

/** An action bound to an object or to one of its codes (specification 4.2, behaviour 3). */
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

/** A legal hold: until it is released, no data of the object is erased, and its history is kept. */
export interface Hold {
  reason: string;
  /** `sub` of the token that asked for it. */
  by: string;
  /** RFC 3339 UTC, milliseconds. */
  since: string;
}

/** The whole newest state of an object: the value of `object.state`, type `waymark.object.state.v1`. */
export interface ObjectState extends Descriptive {
  externalId: string;
  workspace: string;
  /** Increases by one with every applied change, from 1. */
  revision: number;
  position: Position & { observedAt: string };
  fields: Record<string, FieldState>;
  archived: boolean;
  /** Absent: the object itself is under no hold; its workspace may be. */
  hold?: Hold;
  createdAt: string;
  updatedAt: string;
}

/** The remaining data of an erased object: the owner of its id, until an operator releases it, and its last revision. */
export interface ErasedObject {
  externalId: string;
  /** The last owner, where the id was released. */
  workspace: string;
  revision: number;
  erased: true;
  /** When it was erased. */
  updatedAt: string;
  /** An operator has taken the id from its owner: the next workspace that creates an object with it owns it. */
  idReleased?: true;
}

/** The stored state of an id that was ever used. */
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
