import { signal } from '@preact/signals';
import type { Preferences } from '../preferences/preferences.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);
// The only place that uses the media query: if `matches` is read during a change, the browser may emit no event for it.
system.addEventListener('change', ({ matches }) => (systemDark.value = matches));

/** Whether the page is dark now, by the person's choice or that of the device. For uses outside style sheets. */
export function darkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? systemDark.peek() : theme === 'dark';
}

/** The same for use in computed signals. */
export const isDark = ({ theme }: Preferences): boolean => (theme.value === 'system' ? systemDark.value : theme.value === 'dark');
