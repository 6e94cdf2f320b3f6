import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { notSentText } from '../forms/submission.js';

/** Data for a page: undefined until the first answer, then the newest answer, also during a reload. */
export interface Reading<T> {
  value: T | undefined;
  problem: ApiProblem | undefined;
  again: () => Promise<void>;
}

/**
 * Reads when the component is shown, and again when a dependency changes.
 * @param read its signal is aborted when the answer is no longer needed
 * @param on the dependencies
 */
export function useReading<T>(read: (signal: AbortSignal) => Promise<T>, on: readonly unknown[] = []): Reading<T> {
  const [state, setState] = useState<{ value?: T; problem?: ApiProblem }>({});
  const turn = useRef(0);
  const ending = useRef(new AbortController());
  const again = async (): Promise<void> => {
    const mine = ++turn.current;
    const { signal } = ending.current;
    try {
      const value = await read(signal);
      if (mine === turn.current) setState({ value });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      if (mine === turn.current) setState(({ value }) => ({ value, problem: error }));
    }
  };
  useEffect(() => {
    void again();
    return () => {
      turn.current++;
      ending.current.abort();
      ending.current = new AbortController();
    };
  }, on);
  return { value: state.value, problem: state.problem, again };
}

/** Shows the data, that it is loading, or why it cannot be read. */
export function Loaded<T>({ reading, children }: { reading: Reading<T>; children: (value: T) => ComponentChildren }) {
  const app = useApp();
  const { value, problem, again } = reading;
  return (
    <>
      {problem !== undefined && (
        <div class="fault-box spread" role="alert">
          <span>{notSentText(app, problem)}</span>
          <button onClick={() => void again()}>{app.words.value.app.tryAgain}</button>
        </div>
      )}
      {value === undefined && problem === undefined && <p role="status">{app.words.value.app.loading}</p>}
      {value !== undefined && children(value)}
    </>
  );
}
