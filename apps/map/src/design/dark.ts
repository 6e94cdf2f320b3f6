import { signal } from '@preact/signals';
import { useApp } from '../app.js';
import type { Preferences } from '../preferences/preferences.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const systemDark = signal(system.matches);
system.addEventListener('change', () => (systemDark.value = system.matches));

/** Whether the page is dark now, by what somebody chose or else by the device. For what style sheets can't reach. */
export function darkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? system.matches : theme === 'dark';
}

/** The same as a signal's value, for what is computed from it. */
export const isDark = ({ theme }: Preferences): boolean => (theme.value === 'system' ? systemDark.value : theme.value === 'dark');

export const useDark = (): boolean => isDark(useApp().preferences);
