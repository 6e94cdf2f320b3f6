import { type ReadonlySignal, signal } from '@preact/signals';
import type { Api, ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { bboxText, type BoundingBox, holds, padded } from './bounding-box.js';
import type { FollowedView, InView, ViewChange } from './live-view.js';

const EVERY_MS = 5000;
const MARGIN = 0.25;
const PAGE = 1000;
/** Above this number, the map is drawn from tiles, like a live map. */
const MAX = 2000;

/** Follows the objects in a box without the feed, for example with a share link: reads the list every 5 s while the page is visible. */
export class PolledView implements FollowedView {
  private readonly seen = signal<InView>({ is: 'unknown' });
  private readonly isConnected = signal(true);
  readonly inView: ReadonlySignal<InView> = this.seen;
  readonly connected: ReadonlySignal<boolean> = this.isConnected;
  /** Share links and tokens store nothing in the browser. */
  readonly asOf: ReadonlySignal<number | undefined> = signal(undefined);
  private box: BoundingBox | undefined;
  private types: readonly string[] = [];
  private pending: AbortController | undefined;
  private readonly timer = setInterval(() => {
    if (!document.hidden && this.box !== undefined) void this.ask();
  }, EVERY_MS);

  constructor(
    private readonly options: {
      workspace: string;
      api: Api;
      onView: (objects: ReadonlyMap<string, ExternalObject>) => void;
      onChange: (change: ViewChange) => void;
    },
  ) {}

  show(view: BoundingBox): void {
    if (this.box !== undefined && holds(this.box, view) && this.seen.peek().is !== 'too-many') return;
    this.box = padded(view, MARGIN);
    void this.ask();
  }

  setTypes(types: readonly string[]): void {
    this.types = types;
    if (this.box !== undefined) void this.ask();
  }

  stop(): void {
    clearInterval(this.timer);
    this.pending?.abort();
  }

  private async ask(): Promise<void> {
    this.pending?.abort();
    const pending = new AbortController();
    this.pending = pending;
    try {
      const objects = await this.read(bboxText(this.box!), pending.signal);
      if (pending.signal.aborted) return;
      this.isConnected.value = true;
      if (objects === undefined) this.seen.value = { is: 'too-many' };
      else this.take(objects);
    } catch (error) {
      if (pending.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      this.isConnected.value = false;
    }
  }

  /** @returns undefined if there are too many */
  private async read(bbox: string, ended: AbortSignal): Promise<Map<string, ExternalObject> | undefined> {
    const objects = new Map<string, ExternalObject>();
    for (let page: string | undefined; ;) {
      const { data } = await this.options.api.GET('/groups/{groupID}/externalObjects', {
        params: { path: { groupID: this.options.workspace }, query: { bbox, limit: PAGE, page } },
        signal: ended,
      });
      for (const object of data!.objects)
        if (this.types.length === 0 || this.types.includes(object.type ?? '')) objects.set(object.externalId, object);
      if (data!.next === null) return objects;
      if (objects.size > MAX) return undefined;
      page = new URL(data!.next, location.origin).searchParams.get('page') ?? undefined;
    }
  }

  private take(objects: ReadonlyMap<string, ExternalObject>): void {
    const before = this.seen.peek();
    this.seen.value = { is: 'all', objects };
    if (before.is !== 'all') return this.options.onView(objects);
    const changed = [...objects.values()].filter(({ externalId, revision }) => before.objects.get(externalId)?.revision !== revision);
    const left = [...before.objects.keys()].filter((id) => !objects.has(id));
    if (changed.length > 0 || left.length > 0) this.options.onChange({ changed, left });
  }
}
