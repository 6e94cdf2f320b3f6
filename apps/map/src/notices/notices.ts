import { type ReadonlySignal, signal } from '@preact/signals';

/** A short message about an event, with an optional action. */
export interface Notice {
  id: number;
  kind: 'done' | 'problem';
  text: string;
  action?: { label: string; run: () => void };
}

const SHOWN_MS = { done: 6000, problem: 12_000 };
/** Notices with an action stay longer, so that people can decide. */
const SHOWN_WITH_ACTION_MS = 20_000;
const AT_ONCE = 3;

/** The app's temporary notices; each disappears after a while. */
export class Notices {
  private readonly shown = signal<readonly Notice[]>([]);
  readonly all: ReadonlySignal<readonly Notice[]> = this.shown;
  private next = 1;

  info(text: string, action?: Notice['action']): void {
    this.add({ id: this.next++, kind: 'done', text, action });
  }

  warn(text: string, action?: Notice['action']): void {
    this.add({ id: this.next++, kind: 'problem', text, action });
  }

  drop(id: number): void {
    this.shown.value = this.shown.peek().filter((notice) => notice.id !== id);
  }

  private add(notice: Notice): void {
    this.shown.value = [...this.shown.peek().filter(({ text }) => text !== notice.text), notice].slice(-AT_ONCE);
    setTimeout(() => this.drop(notice.id), notice.action === undefined ? SHOWN_MS[notice.kind] : SHOWN_WITH_ACTION_MS);
  }
}
