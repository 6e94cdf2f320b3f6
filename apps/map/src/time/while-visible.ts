import { useEffect, useRef } from 'preact/hooks';

/** Calls again and again while the page is seen, and at once when it is seen again. The first call is one period from now. */
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
