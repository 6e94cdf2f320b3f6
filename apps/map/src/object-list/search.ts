import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';
import type { AreaFilter } from '../map/area-filter.js';
import { bboxText } from '../map/bounding-box.js';
import { coordinatesIn } from '../place-search/coordinates.js';
import { type SearchPart, searchParts, withoutPart } from './search-conditions.js';

export type SearchState =
  | { is: 'off' }
  | { is: 'searching' }
  | { is: 'found'; objects: readonly ExternalObject[]; more: boolean }
  | { is: 'no-area'; name: string }
  | { is: 'failed'; problem: ApiProblem };

const QUIET_MS = 180;
/** Interval for repeating the search, because objects move and their fields change. */
const AGAIN_MS = 5000;
/** Most objects found and drawn. */
const MAX = 500;
/** Most field conditions that the API accepts in one call. */
const MAX_FIELDS = 5;

/**
 * Searches while somebody types, by words and by conditions on type, area, fields and age. The map shows the results. The search is in the
 * address, so that links and saved views include it.
 */
export class Search {
  private readonly result = signal<SearchState>({ is: 'off' });
  readonly state: ReadonlySignal<SearchState> = this.result;
  readonly text: Signal<string>;
  private pending: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The areas in the search, and the names that they were found by. */
  private areas: { names: string; filters: readonly AreaFilter[] } | undefined;
  /** The search in the address; while somebody types, the input is ahead of it. */
  private inAddress = '';
  private readonly ends: readonly (() => void)[];

  /**
   * @param shown what the map shows instead of everything; undefined if no search is active
   * @param legendTypes only these types are found; empty: all
   */
  constructor(
    private readonly app: App,
    private readonly shown: Signal<readonly ExternalObject[] | undefined>,
    private readonly legendTypes: ReadonlySignal<readonly string[]>,
  ) {
    this.text = signal('');
    // Links, saved views and the back button can change the search.
    const followAddress = effect(() => {
      const { q = '' } = app.address.now.value.more;
      if (q === this.inAddress) return;
      this.inAddress = q;
      this.begin(q, 0);
    });
    const followLegend = legendTypes.subscribe(() => {
      if (this.result.peek().is !== 'off') this.begin(this.text.peek(), 0);
    });
    this.ends = [followAddress, followLegend];
  }

  /** Whether the search has only words and the legend has no filter, so that the API's parameter `q` covers all of it. */
  get isWordsOnly(): boolean {
    return this.legendTypes.value.length === 0 && searchParts(this.text.value).every(({ is }) => is === 'word');
  }

  close(): void {
    for (const end of this.ends) end();
    clearTimeout(this.timer);
    this.pending?.abort();
    this.shown.value = undefined;
  }

  type(text: string): void {
    this.begin(text, QUIET_MS);
  }

  /** Adds a condition such as `type:van` or `battery<20`. */
  add(condition: string): void {
    this.begin(`${this.text.peek().trim()} ${condition}`.trim(), 0);
  }

  drop(part: SearchPart): void {
    this.begin(withoutPart(this.text.peek(), part), 0);
  }

  private begin(text: string, quietMs: number): void {
    this.text.value = text;
    clearTimeout(this.timer);
    this.pending?.abort();
    const findsObjects = coordinatesIn(text) === undefined && searchParts(text).some(({ is }) => is !== 'incomplete');
    if (!findsObjects) this.settle({ is: 'off' });
    else if (this.result.peek().is !== 'found') this.settle({ is: 'searching' });
    this.timer = setTimeout(() => {
      const { more } = this.app.address.now.peek();
      this.inAddress = text.trim();
      this.app.address.replace({ more: { ...more, q: this.inAddress } });
      if (this.result.peek().is !== 'off') void this.ask();
    }, quietMs);
  }

  private async ask(): Promise<void> {
    const pending = new AbortController();
    this.pending = pending;
    try {
      const found = await this.find(searchParts(this.text.peek()), pending.signal);
      if (!pending.signal.aborted) this.settle(found);
    } catch (error) {
      if (pending.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      // Keeps the results while the server cannot be reached.
      if (error.status !== 0 || this.result.peek().is !== 'found') this.settle({ is: 'failed', problem: error });
    }
    if (!pending.signal.aborted) this.timer = setTimeout(() => (document.hidden ? this.askLater() : void this.ask()), AGAIN_MS);
  }

  private askLater(): void {
    document.addEventListener('visibilitychange', () => void this.ask(), { once: true, signal: this.pending!.signal });
  }

  private settle(state: SearchState): void {
    batch(() => {
      this.result.value = state;
      if (state.is !== 'searching') this.shown.value = state.is === 'off' ? undefined : state.is === 'found' ? state.objects : [];
    });
  }

  private async find(parts: readonly SearchPart[], ended: AbortSignal): Promise<SearchState> {
    const words = parts.filter(({ is }) => is === 'word').map(({ text }) => text);
    const named = parts.flatMap((part) => (part.is === 'type' ? [part.name] : []));
    const legend = this.legendTypes.peek();
    const types = named.length === 0 ? legend : legend.length === 0 ? named : named.filter((type) => legend.includes(type));
    if (types.length === 0 && named.length > 0) return { is: 'found', objects: [], more: false };
    const fields = parts.flatMap((part) => (part.is === 'field' ? [part.condition] : [])).slice(0, MAX_FIELDS);
    const silent = Math.max(0, ...parts.map((part) => (part.is === 'silent' ? part.ms : 0)));
    const names = parts.flatMap((part) => (part.is === 'area' ? [part.name] : []));
    const areas = await this.areasNamed(names);
    const unknown = names[areas.length];
    if (unknown !== undefined) return { is: 'no-area', name: unknown };
    const seenBefore = new Date(Date.now() - silent).toISOString();
    // Searches by words or field conditions are sorted differently, so the age is checked here.
    const byAge = silent > 0 && words.length === 0 && fields.length === 0;
    const { data } = await this.app.api.GET('/groups/{groupID}/externalObjects', {
      params: {
        path: { groupID: this.app.workspace.id },
        query: {
          limit: MAX,
          ...(words.length > 0 && { q: words.join(' ') }),
          ...(fields.length > 0 && { field: fields }),
          ...(types.length > 0 && { type: [...types] }),
          ...(areas[0] !== undefined && { bbox: bboxText(areas[0].box) }),
          ...(byAge && { seenBefore, order: 'lastSeen' as const }),
        },
      },
      signal: ended,
    });
    const fits = (object: ExternalObject): boolean =>
      areas.every((area) => area.holds(object)) && (silent === 0 || lastReportOf(object) < seenBefore);
    return { is: 'found', objects: data!.objects.filter(fits), more: data!.next !== null };
  }

  /** The areas with these names, up to the first unknown name. @throws ApiProblem */
  private async areasNamed(names: readonly string[]): Promise<readonly AreaFilter[]> {
    if (names.length === 0) return [];
    const key = names.join('\n');
    if (this.areas?.names === key) return this.areas.filters;
    const { areaFilter } = await import('../map/area-filter.js');
    const filters: AreaFilter[] = [];
    for (const name of names) {
      const filter = await areaFilter(this.app, name);
      if (filter === undefined) return filters;
      filters.push(filter);
    }
    this.areas = { names: key, filters };
    return filters;
  }
}

/** The time of the last observation, as RFC 3339 in UTC, which sorts as text. */
function lastReportOf({ position, fields }: ExternalObject): string {
  let last = position.observedAt;
  for (const { observedAt } of Object.values(fields)) if (observedAt !== undefined && observedAt > last) last = observedAt;
  return last;
}
