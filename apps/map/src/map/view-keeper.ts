import { effect } from '@preact/signals';
import type { App } from '../app/app.js';
import { keepView, type KeptView, keptView } from '../offline/kept-view.js';
import type { InView } from './live-view.js';

const KEEP_FIRST_MS = 1000;
const KEEP_EVERY_MS = 10_000;

/**
 * Stores what the map shows, for reloading without a network. Only for signed-in people: share links and tokens store nothing in the
 * browser.
 */
export class ViewKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasKept = false;
  private readonly end: () => void;

  /** @param seen the objects in view, and whether they come from the server or from this storage */
  constructor(
    private readonly app: App,
    private readonly seen: () => { inView: InView; live: boolean },
  ) {
    this.end = effect(() => {
      const { inView, live } = this.seen();
      if (inView.is === 'all' && live && this.subject !== undefined)
        this.timer ??= setTimeout(() => this.keep(), this.hasKept ? KEEP_EVERY_MS : KEEP_FIRST_MS);
    });
    document.addEventListener('visibilitychange', this.keep);
  }

  close(): void {
    this.end();
    this.keep();
    document.removeEventListener('visibilitychange', this.keep);
  }

  kept(): Promise<KeptView | undefined> {
    const { subject } = this;
    return subject === undefined ? Promise.resolve(undefined) : keptView(subject, this.app.workspace.id);
  }

  private get subject(): string | undefined {
    const state = this.app.session.state.peek();
    return state.is === 'signed-in' && state.who.kind === 'person' ? state.who.subject : undefined;
  }

  private readonly keep = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { inView, live } = this.seen();
    const { subject } = this;
    if (inView.is !== 'all' || !live || subject === undefined) return;
    this.hasKept = true;
    void keepView(subject, this.app.workspace.id, { objects: [...inView.objects.values()], at: Date.now() });
  };
}
