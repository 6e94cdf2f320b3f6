import { useId } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { ObjectIcon } from '../icons/object-icon.js';
import { OBJECT_ICONS } from '../icons/pictures.js';
import type { Draft } from './draft.js';
import { TextInput } from './text-input.js';

/** Selects an icon by its picture or by a custom name. */
export function IconChoice({ draft }: { draft: Draft }) {
  const { words } = useApp();
  const { editing } = words.value;
  const name = useId();
  const { texts } = draft.values.value;
  const choose = (icon: string): void => draft.set({ texts: { ...draft.values.peek().texts, icon } });
  return (
    <fieldset class="plain stack">
      <legend>{editing.icon}</legend>
      <div class="edit-icons">
        {OBJECT_ICONS.map((icon) => (
          <label key={icon} title={editing.icons[icon]}>
            <input
              type="radio"
              name={name}
              class="visually-hidden"
              checked={texts.icon === icon}
              aria-label={editing.icons[icon]}
              onChange={() => choose(icon)}
            />
            <ObjectIcon name={icon} />
          </label>
        ))}
      </div>
      <TextInput label={editing.iconName} value={texts.icon} fault={draft.faults.value.get('icon')} change={choose} />
    </fieldset>
  );
}
