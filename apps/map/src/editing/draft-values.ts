import { ACTION_KINDS, type ActionKind, readAction } from '../actions/action.js';
import type { Schemas } from '../api/api.js';
import { type DecimalSign, numberText, typedNumber } from '../forms/number-text.js';
import {
  type ContentElement,
  type FieldKind,
  fieldMember,
  fieldOf,
  type HeldField,
  type MemberName,
  type Members,
  type MemberValue,
  type Place,
  type TextMember,
} from '../object-changes/object-members.js';
import { fieldValueOf, lengthOf, POSITION_BOUNDS, SHORT_TEXT, type ValueFault } from '../object-changes/typed-value.js';

type Field = Schemas['DefinedField'];

/** A field in the form. An empty text clears it. */
export interface FieldDraft {
  name: string;
  kind: FieldKind;
  /** For type Number or String: the typed text; for Category: the name. */
  text: string;
  /** Only for type Category. */
  namespace: string;
  /** True if it was added here, so that its name can still be changed. */
  added?: boolean;
}

export interface PlaceDraft {
  lat: string;
  lon: string;
  alt: string;
  floor: string;
  accuracy: string;
}

/** The values of the form's inputs. */
export interface DraftValues {
  texts: Readonly<Record<TextMember, string>>;
  place: Readonly<PlaceDraft>;
  fields: readonly FieldDraft[];
  elements: readonly Required<ContentElement>[];
}

/** The fault of an input; the form shows it in words. */
export type Fault =
  | ValueFault
  | { is: 'twice' }
  | { is: 'reserved' }
  /** An action of this kind has no target, or an unusable one. */
  | { is: 'target'; of: ActionKind };

/** Faults by input: `title`, `place/lat`, `fields/3`, `fields/3/name`, `elements/0/target`. */
export type Faults = ReadonlyMap<string, Fault>;

export const TEXT_LIMITS: Readonly<Record<TextMember, number>> = { title: 256, type: 256, icon: 256, description: 4096 };
const TARGET = 2048;
const FIELD_NAME = 128;

export function valuesOf(members: Members, sign: DecimalSign): DraftValues {
  const text = (name: TextMember): string => (members.get(name) as string | undefined) ?? '';
  const place = (members.get('position') ?? {}) as Partial<Place>;
  const fields: FieldDraft[] = [];
  for (const [name, value] of members) {
    const field = fieldOf(name);
    if (field !== undefined) fields.push(fieldDraft(field, value as HeldField, sign));
  }
  return {
    texts: { title: text('title'), type: text('type'), icon: text('icon'), description: text('description') },
    place: {
      lat: numberText(place.lat, sign),
      lon: numberText(place.lon, sign),
      alt: numberText(place.alt, sign),
      accuracy: numberText(place.accuracy, sign),
      floor: place.floor === undefined ? '' : String(place.floor),
    },
    fields: fields.sort((a, b) => a.name.localeCompare(b.name)),
    elements: ((members.get('contentElements') ?? []) as readonly ContentElement[]).map(({ id, kind, label = '', target = '' }) => ({
      id,
      kind,
      label,
      target,
    })),
  };
}

/**
 * The inputs as values. An input that was not changed keeps its exact value.
 * @param origin the values that filled the inputs
 */
export function membersOfValues(
  values: DraftValues,
  origin: Members,
  sign: DecimalSign,
  definitions: ReadonlyMap<string, Field>,
): { members: Members; faults: Faults } {
  const members = new Map<MemberName, MemberValue>();
  const faults = new Map<string, Fault>();
  for (const [name, text] of Object.entries(values.texts) as [TextMember, string][]) {
    const plain = text.trim();
    if (lengthOf(plain) > TEXT_LIMITS[name]) faults.set(name, { is: 'too-long', most: TEXT_LIMITS[name] });
    else if (text === origin.get(name)) members.set(name, text);
    else if (plain !== '') members.set(name, plain);
  }
  if (origin.has('picture')) members.set('picture', origin.get('picture')!);
  members.set('position', placeOf(values.place, origin.get('position') as Place | undefined, sign, faults));
  fieldsInto(members, values.fields, origin, sign, definitions, faults);
  const elements = elementsOf(values.elements, origin, (name) => kindOfField(name, values.fields, definitions), faults);
  if (elements.length > 0) members.set('contentElements', elements);
  return { members, faults };
}

function fieldDraft(name: string, { type, value }: HeldField, sign: DecimalSign): FieldDraft {
  if (typeof value === 'object') return { name, kind: type, text: value.categoryName, namespace: value.namespace };
  return { name, kind: type, text: typeof value === 'number' ? numberText(value, sign) : value, namespace: '' };
}

function placeOf(place: PlaceDraft, origin: Place | undefined, sign: DecimalSign, faults: Map<string, Fault>): Place {
  const number = (name: keyof typeof POSITION_BOUNDS, needed: boolean): number | undefined => {
    const text = place[name];
    if (origin !== undefined && text === numberText(origin[name], sign)) return origin[name];
    if (text.trim() === '') {
      if (needed) faults.set(`place/${name}`, { is: 'needed' });
      return undefined;
    }
    const value = typedNumber(text);
    const [least, most] = POSITION_BOUNDS[name];
    if (value === undefined) faults.set(`place/${name}`, { is: 'no-number' });
    else if (value < least || value > most) faults.set(`place/${name}`, { is: 'outside', least, most });
    return value;
  };
  const found: Place = { lat: number('lat', true) ?? Number.NaN, lon: number('lon', true) ?? Number.NaN };
  const [alt, accuracy] = [number('alt', false), number('accuracy', false)];
  if (alt !== undefined) found.alt = alt;
  if (accuracy !== undefined) found.accuracy = accuracy;
  const floor = place.floor.trim();
  if (lengthOf(floor) > SHORT_TEXT) faults.set('place/floor', { is: 'too-long', most: SHORT_TEXT });
  if (floor !== '') found.floor = floor === String(origin?.floor) ? origin!.floor! : /^-?\d{1,4}$/.test(floor) ? Number(floor) : floor;
  return found;
}

function fieldsInto(
  members: Map<MemberName, MemberValue>,
  fields: readonly FieldDraft[],
  origin: Members,
  sign: DecimalSign,
  definitions: ReadonlyMap<string, Field>,
  faults: Map<string, Fault>,
): void {
  const names = new Set<string>();
  fields.forEach((field, at) => {
    const name = field.name;
    if (name.trim() === '') return void (field.text.trim() !== '' && faults.set(`fields/${at}/name`, { is: 'needed' }));
    if (lengthOf(name) > FIELD_NAME) return void faults.set(`fields/${at}/name`, { is: 'too-long', most: FIELD_NAME });
    if (name === '__proto__') return void faults.set(`fields/${at}/name`, { is: 'reserved' });
    if (names.has(name)) return void faults.set(`fields/${at}/name`, { is: 'twice' });
    names.add(name);
    const before = origin.get(fieldMember(name)) as HeldField | undefined;
    if (before !== undefined && sameDraft(fieldDraft(name, before, sign), field)) return void members.set(fieldMember(name), before);
    if (field.text.trim() === '' && field.namespace.trim() === '') return;
    const value = fieldValueOf(field, definitions.get(name));
    if ('is' in value) faults.set(`fields/${at}`, value);
    else members.set(fieldMember(name), value);
  });
}

/** The type of a field: from its definition, otherwise from its value in the form. */
export function kindOfField(name: string, fields: readonly FieldDraft[], definitions: ReadonlyMap<string, Field>): FieldKind | undefined {
  return definitions.get(name)?.type ?? fields.find((field) => field.name === name)?.kind;
}

/** An element that was not changed keeps its exact content, because programs may have written it. */
function elementsOf(
  elements: readonly Required<ContentElement>[],
  origin: Members,
  kindOf: (field: string) => FieldKind | undefined,
  faults: Map<string, Fault>,
): ContentElement[] {
  const held = (origin.get('contentElements') ?? []) as readonly ContentElement[];
  return elements.map((element, at) => {
    const { id, kind, label } = element;
    const target = kind === 'checklist' ? element.target.replace(/[;\s]+$/, '') : element.target.trim();
    const before = held.find(
      (each) => each.id === id && each.kind === kind && (each.label ?? '') === label && (each.target ?? '') === element.target,
    );
    if (before !== undefined) return before;
    if (lengthOf(label) > SHORT_TEXT) faults.set(`elements/${at}/label`, { is: 'too-long', most: SHORT_TEXT });
    const fault = targetFault(kind, target, kindOf);
    if (fault !== undefined) faults.set(`elements/${at}/target`, fault);
    return { id, kind, ...(label === '' ? {} : { label }), ...(target === '' ? {} : { target }) };
  });
}

function targetFault(kind: string, target: string, kindOf: (field: string) => FieldKind | undefined): Fault | undefined {
  if (lengthOf(target) > TARGET) return { is: 'too-long', most: TARGET };
  const known = ACTION_KINDS.find((each) => each === kind);
  if (known === undefined) return undefined;
  const read = readAction({ kind, target });
  if (!read.usable) return { is: 'target', of: known };
  const { action } = read;
  if (action.kind === 'checklist' && action.lines.length === 0) return { is: 'target', of: known };
  if (action.kind === 'field' && action.text !== '' && kindOf(action.field) === 'Number' && !Number.isFinite(Number(action.text)))
    return { is: 'no-number' };
  return undefined;
}

const sameDraft = (one: FieldDraft, other: FieldDraft): boolean =>
  one.kind === other.kind && one.text === other.text && one.namespace === other.namespace;
