import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.js';

export interface MenuItem {
  label: string;
  icon: IconName;
  /** True for actions that cannot be undone. */
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

/** The button "⋯" and its menu: arrow keys move the focus in it, and Escape closes it and returns the focus. */
export function MenuButton({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const open = useSignal(false);
  const id = useId();
  const around = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = (): HTMLButtonElement[] => [...(around.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])];
  const atEnd = useRef(false);
  useEffect(() => {
    if (!open.value) return undefined;
    entries()
      .at(atEnd.current ? -1 : 0)
      ?.focus();
    const pressedElsewhere = ({ target }: Event): void => {
      if (!around.current!.contains(target as Node)) open.value = false;
    };
    addEventListener('pointerdown', pressedElsewhere);
    return () => removeEventListener('pointerdown', pressedElsewhere);
  }, [open.value]);
  const show = (last: boolean): void => {
    atEnd.current = last;
    open.value = true;
  };
  const close = (): void => {
    open.value = false;
    button.current?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    const { key } = event;
    if (!open.value) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      show(key === 'ArrowUp');
    } else if (key === 'Escape') close();
    else if (key === 'Tab') return void (open.value = false);
    else {
      const all = entries();
      const now = all.indexOf(document.activeElement as HTMLButtonElement);
      const next = { ArrowDown: (now + 1) % all.length, ArrowUp: (now - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[key];
      if (next === undefined) return;
      all[next]?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  if (items.length === 0) return null;
  return (
    <div ref={around} class="menu-button" onKeyDown={pressed}>
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-haspopup="menu"
        aria-expanded={open.value}
        aria-controls={open.value ? id : undefined}
        aria-label={label}
        title={label}
        onClick={() => (open.value ? close() : show(false))}
      >
        <Icon name="more" />
      </button>
      {open.value && (
        <div id={id} class="menu-button-items" role="menu" aria-label={label}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={item.danger ? 'menu-button-danger' : ''}
              disabled={item.disabled}
              onClick={() => {
                close();
                item.run();
              }}
            >
              <Icon name={item.icon} />
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
