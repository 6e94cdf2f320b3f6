import type { Schemas } from '../api/api.js';
import type { App } from '../app/app.js';
import {
  type ContentElement,
  fieldOf,
  type HeldField,
  type MemberName,
  type MemberValue,
  type Place,
} from '../object-changes/object-members.js';
import { CHOSEN } from '../pictures/picture-choice.js';

type Definitions = ReadonlyMap<string, Schemas['DefinedField']>;

/** The label of a member. */
export function memberLabel(name: MemberName, { words }: Pick<App, 'words'>, definitions: Definitions): string {
  const { objects, editing, pictures } = words.value;
  const field = fieldOf(name);
  if (field !== undefined) return definitions.get(field)?.label || field;
  return {
    title: editing.title,
    type: objects.type,
    icon: editing.icon,
    description: objects.description,
    position: objects.position,
    contentElements: editing.elements,
    picture: pictures.one,
  }[name as Exclude<MemberName, `fields/${string}`>];
}

/** The value of a member as text. */
export function memberText(
  name: MemberName,
  value: MemberValue | undefined,
  { words, format }: Pick<App, 'words' | 'format'>,
  definitions: Definitions,
): string {
  if (value === undefined) return words.value.editing.noValue;
  if (name === 'picture') return value === CHOSEN ? words.value.pictures.chosen : words.value.pictures.another;
  if (typeof value === 'string') return value;
  if (name === 'position') {
    const { lat, lon, alt, floor } = value as Place;
    return [
      format.value.coordinates(lat, lon),
      alt !== undefined && format.value.length(alt),
      floor !== undefined && `${words.value.objects.floor} ${floor}`,
    ]
      .filter(Boolean)
      .join(', ');
  }
  if (name === 'contentElements')
    return (value as readonly ContentElement[])
      .map(({ id, kind, label, target }) => [label || id, kind, target].filter(Boolean).join(' · '))
      .join('\n');
  const { value: held } = value as HeldField;
  if (typeof held === 'object') return held.categoryName;
  const unit = definitions.get(fieldOf(name) ?? '')?.unit;
  return typeof held === 'number' ? [format.value.number(held, 6), unit].filter(Boolean).join(' ') : held;
}
