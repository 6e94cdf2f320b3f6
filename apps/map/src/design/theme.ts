import { effect } from '@preact/signals';
import type { Preferences } from '../preferences/preferences.js';
import type { Speech } from '../words/speech.js';

/** Applies the chosen language and theme to the page; `light-dark()` in the style sheets does the rest. */
export function applyTheme(preferences: Preferences, { format }: Speech): void {
  effect(() => {
    const root = document.documentElement;
    const theme = preferences.theme.value;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.lang = format.value.locale;
  });
}
