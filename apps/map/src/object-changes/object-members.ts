import type { ExternalObject, Schemas } from '../api/api.js';

export type ContentElement = Schemas['ShownContentElement'];
export type FieldValue = Schemas['FieldValue'];
export type FieldKind = FieldValue['type'];
export type Category = Schemas['Category'];

const TEXTS = ['title', 'type', 'icon', 'description'] as const;
export type TextMember = (typeof TEXTS)[number];

/** A name of what an edit can change; a field's name stands behind `fields/`. A picture is its hash. */
export type MemberName = TextMember | 'picture' | 'contentElements' | 'position' | `fields/${string}`;

/** Where an object is; when it was there counts for nothing in a comparison. */
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

/** Whether two values are the same; the order of an object's members does not matter, that of a list does. */
export const same = (one: MemberValue | undefined, other: MemberValue | undefined): boolean => canonical(one) === canonical(other);

/** What differs, in no particular order. */
export function differences(from: Members, to: Members): MemberName[] {
  return [...new Set([...from.keys(), ...to.keys()])].filter((name) => !same(from.get(name), to.get(name)));
}

/**
 * The merge patch (RFC 7396) that leads from one to the other and names nothing else; undefined where they say the same. A position
 * can't be cleared, so one that is missing is left out.
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

/** Some members with other values; undefined clears one. */
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

/** Of an object without the members that are undefined: JSON leaves them out, a comparison would not. */
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
