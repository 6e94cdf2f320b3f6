import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { problemText } from '../words/problem-text.js';

/** A list that is read in pages. */
export interface Pages<T> {
  /** Undefined until the first answer; then all loaded entries, also during a reload. */
  all: ReadonlySignal<readonly T[] | undefined>;
  /** Why the last read or `attempt` failed; empty if it did not. */
  fault: ReadonlySignal<string>;
  /** Undefined on the last page. */
  more: (() => Promise<void>) | undefined;
  /** Reads again from the first page. */
  again: () => Promise<void>;
  /** Runs another call; its fault is shown in the same place as faults of reads. */
  attempt: (act: () => Promise<void>) => Promise<void>;
}

/** @param read reads one page; `before` is `next` of the previous page, undefined for the first */
export function usePages<T>(read: (before: string | undefined) => Promise<{ entries: readonly T[]; next: string | null }>): Pages<T> {
  const { words } = useApp();
  const all = useSignal<readonly T[] | undefined>(undefined);
  const next = useSignal<string | null>(null);
  const fault = useSignal('');
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
      fault.value = '';
    } catch (error) {
      fault.value = problemText(error, words.peek());
    }
  };
  const page = (before?: string): Promise<void> =>
    attempt(async () => {
      const { entries, next: following } = await read(before);
      all.value = before === undefined ? entries : [...(all.peek() ?? []), ...entries];
      next.value = following;
    });
  useEffect(() => void page(), []);
  const before = next.value;
  return { all, fault, attempt, again: () => page(), more: before === null ? undefined : () => page(before) };
}
