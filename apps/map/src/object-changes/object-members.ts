import type { ExternalObject, Schemas } from '../api/api.js';

export type ContentElement = Schemas['ShownContentElement'];
export type FieldValue = Schemas['FieldValue'];
export type FieldKind = FieldValue['type'];
export type Category = Schemas['Category'];

const TEXTS = ['title', 'type', 'icon', 'description'] as const;
export type TextMember = (typeof TEXTS)[number];
/** The members that describe the object itself. */
export const DESCRIPTIVE = [...TEXTS, 'contentElements', 'picture'] as const;

/** Name of an editable member; fields have the prefix `fields/`. The value of a picture is its hash. */
export type MemberName = (typeof DESCRIPTIVE)[number] | 'position' | `fields/${string}`;

/** Position of an object. Comparisons ignore its time. */
export interface Place {
  lat: number;
  lon: number;
  /** Metres above sea level. */
  alt?: number;
  /** Metres. */
  accuracy?: number;
  floor?: string | number;
}

export interface HeldField {
  type: FieldKind;
  value: string | number | Category;
}

export type MemberValue = string | readonly ContentElement[] | Place | HeldField;

/** The editable members of an object, by name. Missing ones have no value. */
export type Members = ReadonlyMap<MemberName, MemberValue>;

export const fieldMember = (field: string): MemberName => `fields/${field}`;
export const fieldOf = (name: MemberName): string | undefined => (name.startsWith('fields/') ? name.slice('fields/'.length) : undefined);

export function membersOf(object: Pick<ExternalObject, TextMember | 'picture' | 'contentElements' | 'position' | 'fields'>): Members {
  const members = new Map<MemberName, MemberValue>();
  for (const name of [...TEXTS, 'picture'] as const) if (object[name]) members.set(name, object[name]);
  if (object.contentElements !== undefined && object.contentElements.length > 0) members.set('contentElements', object.contentElements);
  const { lat, lon, alt, accuracy, floor } = object.position;
  members.set('position', withoutGaps({ lat, lon, alt, accuracy, floor }));
  for (const [name, { type, value }] of Object.entries(object.fields)) if (value !== null) members.set(fieldMember(name), { type, value });
  return members;
}

/** Whether two values are equal; the order of an object's members does not matter, that of a list does. */
export const same = (one: MemberValue | undefined, other: MemberValue | undefined): boolean => canonical(one) === canonical(other);

/** The members that differ, in no particular order. */
export function differences(from: Members, to: Members): MemberName[] {
  return [...new Set([...from.keys(), ...to.keys()])].filter((name) => !same(from.get(name), to.get(name)));
}

/**
 * The merge patch (RFC 7396) from one to the other, with only the changed members; undefined if they are equal. A position cannot be
 * cleared, so a missing one is omitted.
 */
export function patchOf(from: Members, to: Members): Schemas['ObjectEdit'] | undefined {
  const patch: Schemas['ObjectEdit'] = {};
  const fieldValues: FieldValue[] = [];
  for (const name of differences(from, to)) {
    const value = to.get(name);
    const field = fieldOf(name);
    if (field !== undefined)
      fieldValues.push(fieldValue(field, value as HeldField | undefined, (from.get(name) as HeldField | undefined)?.type));
    else if (name === 'position') {
      if (value !== undefined) patch.locationUpdate = locationUpdate(value as Place);
    } else if (name === 'contentElements')
      patch.contentElements = value === undefined ? null : [...(value as readonly Schemas['ContentElement'][])];
    else patch[name as TextMember | 'picture'] = (value as string | undefined) ?? null;
  }
  if (fieldValues.length > 0) patch.fieldValues = fieldValues;
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** The members with some changed values; undefined clears one. */
export function changed(members: Members, changes: Iterable<readonly [MemberName, MemberValue | undefined]>): Members {
  const next = new Map(members);
  for (const [name, value] of changes) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function fieldValue(field: string, held: HeldField | undefined, before: FieldKind | undefined): FieldValue {
  return { field, type: held?.type ?? before ?? 'String', value: held?.value ?? null } as FieldValue;
}

function locationUpdate({ lat, lon, alt, accuracy, floor }: Place): Schemas['LocationUpdate'] {
  return withoutGaps({ newPosition: withoutGaps({ lat, lon, alt }), accuracy, floor });
}

/** An object without undefined members, which JSON omits but a comparison would not. */
function withoutGaps<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const entries = Object.entries(value as Record<string, unknown>).filter(([, each]) => each !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
    .join()}}`;
}
