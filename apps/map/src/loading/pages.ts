import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { problemText } from '../words/problem-text.js';

/** A list that is read page by page. */
export interface Pages<T> {
  /** Undefined until the first answer; then all that was read, also while it is read again. */
  all: ReadonlySignal<readonly T[] | undefined>;
  /** Why the last reading, or what `attempt` did, failed; empty: it did not. */
  fault: ReadonlySignal<string>;
  /** Undefined on the last page. */
  more: (() => Promise<void>) | undefined;
  /** Reads again from the first page. */
  again: () => Promise<void>;
  /** Runs another call; its fault is shown in the same place as that of a read. */
  attempt: (act: () => Promise<void>) => Promise<void>;
}

/** @param read one page; `before` is the `next` of the page before, and without it the first page */
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
