import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';

/** An object or id that may get a sticker. */
export interface Candidate {
  id: string;
  title: string;
}

export const MAX_STICKERS = 1000;
const PAGE = 200;
const QUIET_MS = 250;

export type CandidatesState =
  | { is: 'loading' }
  | { is: 'there'; candidates: readonly Candidate[]; more: boolean }
  | { is: 'failed'; problem: ApiProblem };

/** Up to 1,000 objects found by a search, and those chosen among them: initially all. */
export class StickerChoice {
  private readonly found = signal<CandidatesState>({ is: 'loading' });
  readonly state: ReadonlySignal<CandidatesState> = this.found;
  /** Ids of objects that are not chosen. */
  readonly without: Signal<ReadonlySet<string>> = signal(new Set());
  private pending: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly app: App) {}

  /** @param type empty: all types */
  search(text: string, type: string): void {
    clearTimeout(this.timer);
    this.pending?.abort();
    const pending = new AbortController();
    this.pending = pending;
    this.timer = setTimeout(() => void this.collect(text.trim(), type, pending.signal), QUIET_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.pending?.abort();
  }

  private async collect(q: string, type: string, ended: AbortSignal): Promise<void> {
    this.found.value = { is: 'loading' };
    const candidates: Candidate[] = [];
    let page: string | undefined;
    try {
      do {
        const query = {
          limit: PAGE,
          ...(q === '' ? {} : { q }),
          ...(type === '' ? {} : { type: [type] }),
          ...(page === undefined ? {} : { page }),
        };
        const { data } = await this.app.api.GET('/groups/{groupID}/externalObjects', {
          params: { path: { groupID: this.app.workspace.id }, query },
          signal: ended,
        });
        for (const { externalId, title = '' } of data!.objects) candidates.push({ id: externalId, title });
        page = data!.next === null ? undefined : (new URL(data!.next, location.origin).searchParams.get('page') ?? undefined);
      } while (page !== undefined && candidates.length < MAX_STICKERS);
    } catch (error) {
      if (ended.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      this.found.value = { is: 'failed', problem: error };
      return;
    }
    if (ended.aborted) return;
    this.without.value = new Set();
    this.found.value = {
      is: 'there',
      candidates: candidates.slice(0, MAX_STICKERS),
      more: page !== undefined || candidates.length > MAX_STICKERS,
    };
  }
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** Unused ids: enough random letters (49 bits after the prefix) to be unique, without letters that look like others. */
export function freshIds(count: number, prefix: string): Candidate[] {
  const bytes = crypto.getRandomValues(new Uint32Array(count * LENGTH));
  return Array.from({ length: count }, (_, n) => ({
    id: prefix + [...bytes.subarray(n * LENGTH, (n + 1) * LENGTH)].map((value) => LETTERS[value % LETTERS.length]).join(''),
    title: '',
  }));
}
