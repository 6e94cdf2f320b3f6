import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app.js';

const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark now, by what somebody chose or else by the device. For what style sheets can't reach. */
export function darkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? system.matches : theme === 'dark';
}

export function useDark(): boolean {
  const { preferences } = useApp();
  const [systemDark, setSystemDark] = useState(system.matches);
  useEffect(() => {
    const changed = (): void => setSystemDark(system.matches);
    system.addEventListener('change', changed);
    return () => system.removeEventListener('change', changed);
  }, []);
  return preferences.theme.value === 'system' ? systemDark : preferences.theme.value === 'dark';
}
