import { useEffect, useRef } from 'preact/hooks';

/** Calls at intervals while the page is visible, and at once when it becomes visible again. The first call is after one interval. */
export function useWhileVisible(everyMs: number, call: () => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    const each = (): void => {
      if (!document.hidden) latest.current();
    };
    const timer = setInterval(each, everyMs);
    document.addEventListener('visibilitychange', each);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', each);
    };
  }, [everyMs]);
}
