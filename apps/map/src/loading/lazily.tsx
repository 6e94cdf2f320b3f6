import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app/app.js';

/**
 * Shows a component whose code is loaded on demand. If that fails, it shows a button to try again: after an update of the server, its files
 * have other names.
 */
export function Lazily({ load }: { load: () => Promise<FunctionComponent> }) {
  const { words } = useApp();
  const [part, setPart] = useState<{ show: FunctionComponent } | 'failed' | undefined>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setPart(undefined);
    load().then(
      (show) => !gone && setPart({ show }),
      (error: unknown) => {
        console.error(error);
        if (!gone) setPart('failed');
      },
    );
    return () => void (gone = true);
  }, [attempt]);
  if (part === undefined) return <p class="whole">{words.value.app.loading}</p>;
  if (part === 'failed')
    return (
      <div class="whole" role="alert">
        <p>{words.value.problems.offline}</p>
        <div class="row">
          <button class="primary" onClick={() => setAttempt(attempt + 1)}>
            {words.value.app.tryAgain}
          </button>
          <button onClick={() => location.reload()}>{words.value.app.reload}</button>
        </div>
      </div>
    );
  return <part.show />;
}
