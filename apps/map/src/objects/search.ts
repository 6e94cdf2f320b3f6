import { signal, type ReadonlySignal } from '@preact/signals';
import type { App } from '../app.js';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';

export type SearchState = { is: 'off' } | { is: 'searching' } | { is: 'found'; objects: readonly ExternalObject[]; more: boolean } | { is: 'failed'; problem: ApiProblem };

const QUIET_MS = 180;
const PAGE = 50;

/** Searches as somebody types; what comes late, of words that were typed before, is dropped. */
export class Search {
  private readonly found = signal<SearchState>({ is: 'off' });
  readonly state: ReadonlySignal<SearchState> = this.found;
  readonly text = signal('');
  private asking: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: App) {}

  type(text: string): void {
    this.text.value = text;
    clearTimeout(this.timer);
    this.asking?.abort();
    if (text.trim() === '') {
      this.found.value = { is: 'off' };
      return;
    }
    if (this.found.peek().is !== 'found') this.found.value = { is: 'searching' };
    this.timer = setTimeout(() => void this.ask(text.trim()), QUIET_MS);
  }

  private async ask(q: string): Promise<void> {
    const asking = new AbortController();
    this.asking = asking;
    try {
      const { data } = await this.app.api.GET('/groups/{groupID}/externalObjects', { params: { path: { groupID: this.app.workspace.id }, query: { q, limit: PAGE } }, signal: asking.signal });
      if (!asking.signal.aborted) this.found.value = { is: 'found', objects: data!.objects, more: data!.next !== null };
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      this.found.value = { is: 'failed', problem: error };
    }
  }
}
