import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { eventsOf } from '../api/event-stream.js';
import { ApiProblem } from '../api/problem.js';
import type { KeptView } from '../offline/kept-view.js';
import { bboxText, type BoundingBox, holds, padded } from './bounding-box.js';

/** The objects in a map's view. */
export type InView = { is: 'unknown' } | { is: 'all'; objects: ReadonlyMap<string, ExternalObject> } | { is: 'too-many' };

/** What changed since the last callback. */
export interface ViewChange {
  changed: readonly ExternalObject[];
  left: readonly string[];
}

/** Keeps the map up to date, by the feed or by polling. */
export interface FollowedView {
  readonly inView: ReadonlySignal<InView>;
  /** False: the shown objects may be outdated. */
  readonly connected: ReadonlySignal<boolean>;
  /**
   * Milliseconds since the epoch when this browser stored the shown objects, if the server cannot be reached. Undefined if they come from
   * the server.
   */
  readonly asOf: ReadonlySignal<number | undefined>;
  show(view: BoundingBox): void;
  /** Follows only objects of these types; empty: all. */
  setTypes(types: readonly string[]): void;
  stop(): void;
}

const MARGIN = 0.25;
const SETTLE_MS = 250;
const RETRY_MS = [500, 1000, 2000, 5000, 10_000];
/** Time until the next try after there were too many objects; some may have left the view by then. */
const ASK_AGAIN_MS = 15_000;
/** Minimum time between two callbacks; redrawing the map for each change would leave no time for anything else. */
const NOTIFY_EVERY_MS = 200;

/**
 * Follows the objects in a box by the stream `GET /groups/{groupID}/view`. The box is slightly larger than the view, so that small moves
 * need no new stream. It reconnects automatically.
 */
export class LiveView implements FollowedView {
  private readonly seen = signal<InView>({ is: 'unknown' });
  private readonly isConnected = signal(true);
  readonly inView: ReadonlySignal<InView> = this.seen;
  readonly connected: ReadonlySignal<boolean> = this.isConnected;
  private readonly storedAt = signal<number | undefined>(undefined);
  readonly asOf: ReadonlySignal<number | undefined> = this.storedAt;
  private box: BoundingBox | undefined;
  private types: readonly string[] = [];
  private following: AbortController | undefined;
  private objects = new Map<string, ExternalObject>();
  private settling: ReturnType<typeof setTimeout> | undefined;
  private notifyTimer: ReturnType<typeof setTimeout> | undefined;
  private waiting = { changed: new Map<string, ExternalObject>(), left: new Set<string>() };

  constructor(
    private readonly options: {
      workspace: string;
      fetch: (request: Request) => Promise<Response>;
      /** Called when the stream has sent the whole view. */
      onView: (objects: ReadonlyMap<string, ExternalObject>) => void;
      onChange: (change: ViewChange) => void;
      /** Reads the objects stored in this browser, for use while the server cannot be reached. */
      kept: () => Promise<KeptView | undefined>;
    },
  ) {
    addEventListener('offline', this.onOffline);
    addEventListener('online', this.cameOnline);
  }

  show(view: BoundingBox): void {
    if (this.box !== undefined && holds(this.box, view) && this.seen.peek().is !== 'too-many') return;
    this.box = padded(view, MARGIN);
    // While the map is being moved, the view changes again immediately.
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.begin(), this.seen.peek().is === 'unknown' ? 0 : SETTLE_MS);
  }

  setTypes(types: readonly string[]): void {
    this.types = types;
    if (this.box !== undefined) this.begin();
  }

  stop(): void {
    clearTimeout(this.settling);
    this.following?.abort();
    clearTimeout(this.notifyTimer);
    removeEventListener('offline', this.onOffline);
    removeEventListener('online', this.cameOnline);
  }

  private readonly onOffline = (): void => void (this.isConnected.value = false);

  private readonly cameOnline = (): void => {
    if (this.box !== undefined && this.seen.peek().is !== 'too-many') this.begin();
  };

  private begin(): void {
    this.following?.abort();
    const following = new AbortController();
    this.following = following;
    void this.follow(bboxText(this.box!), following.signal);
  }

  private async follow(bbox: string, ended: AbortSignal): Promise<void> {
    for (let failures = 0; !ended.aborted; failures++) {
      try {
        const address = new URL(`/groups/${encodeURIComponent(this.options.workspace)}/view`, location.origin);
        address.searchParams.set('bbox', bbox);
        for (const type of this.types) address.searchParams.append('type', type);
        const response = await this.options.fetch(new Request(address, { signal: ended, headers: { Accept: 'text/event-stream' } }));
        for await (const { event, data } of eventsOf(response.body!)) {
          if (ended.aborted) return;
          failures = 0;
          this.isConnected.value = true;
          this.take(event, data);
        }
      } catch (error) {
        if (ended.aborted) return;
        if (error instanceof ApiProblem && error.status === 400) return this.tooMany(ended);
        if (error instanceof ApiProblem && error.status === 0) await this.showStored();
      }
      if (ended.aborted) return;
      this.isConnected.value = failures === 0 && navigator.onLine;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]));
    }
  }

  private tooMany(ended: AbortSignal): void {
    batch(() => {
      this.isConnected.value = true;
      this.seen.value = { is: 'too-many' };
    });
    const again = setTimeout(() => this.begin(), ASK_AGAIN_MS);
    ended.addEventListener('abort', () => clearTimeout(again));
  }

  /** Shows the stored objects in the box, unless something newer is shown already. */
  private async showStored(): Promise<void> {
    if (this.seen.peek().is !== 'unknown' && this.storedAt.peek() === undefined) return;
    const kept = await this.options.kept();
    if (kept === undefined) return;
    const { box } = this;
    const inBox = kept.objects.filter(({ position: { lat, lon } }) => holds(box!, { west: lon, east: lon, south: lat, north: lat }));
    const ofTypes = inBox.filter(({ type = '' }) => this.types.length === 0 || this.types.includes(type));
    this.objects = new Map(ofTypes.map((object) => [object.externalId, object]));
    batch(() => {
      this.storedAt.value = kept.at;
      this.isConnected.value = false;
      this.seen.value = { is: 'all', objects: this.objects };
    });
    this.options.onView(this.objects);
  }

  private take(event: string, data: string): void {
    if (event === 'view') {
      this.storedAt.value = undefined;
      this.waiting = { changed: new Map(), left: new Set() };
      this.objects = new Map((JSON.parse(data) as { objects: ExternalObject[] }).objects.map((object) => [object.externalId, object]));
      this.seen.value = { is: 'all', objects: this.objects };
      this.options.onView(this.objects);
    } else if (event === 'changes') {
      const { objects = [], left = [] } = JSON.parse(data) as { objects?: ExternalObject[]; left?: string[] };
      for (const object of objects) {
        this.waiting.left.delete(object.externalId);
        this.waiting.changed.set(object.externalId, object);
      }
      for (const id of left) {
        this.waiting.changed.delete(id);
        this.waiting.left.add(id);
      }
      this.notifyTimer ??= setTimeout(() => this.notify(), NOTIFY_EVERY_MS);
    }
  }

  private notify(): void {
    this.notifyTimer = undefined;
    const { changed, left } = this.waiting;
    this.waiting = { changed: new Map(), left: new Set() };
    if (changed.size === 0 && left.size === 0) return;
    const objects = new Map(this.objects);
    for (const [id, object] of changed) if ((objects.get(id)?.revision ?? 0) <= object.revision) objects.set(id, object);
    for (const id of left) objects.delete(id);
    this.objects = objects;
    this.seen.value = { is: 'all', objects };
    this.options.onChange({ changed: [...changed.values()], left: [...left] });
  }
}
