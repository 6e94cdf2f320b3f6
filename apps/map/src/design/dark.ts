import { signal } from '@preact/signals';
import type { Preferences } from '../preferences/preferences.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);
// Nothing else reads `matches`: a browser that is asked in the moment of a change takes the answer for the report, and no event comes.
system.addEventListener('change', ({ matches }) => (systemDark.value = matches));

/** Whether the page is dark now, by what somebody chose or else by the device. For what style sheets can't reach. */
export function darkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? systemDark.peek() : theme === 'dark';
}

/** The same as a signal's value, for what is computed from it. */
export const isDark = ({ theme }: Preferences): boolean => (theme.value === 'system' ? systemDark.value : theme.value === 'dark');
