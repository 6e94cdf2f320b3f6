import { effect, type Signal, signal } from '@preact/signals';
import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import type { App } from '../app/app.js';
import { bboxText } from './bounding-box.js';
import type { MapState } from './map-state.js';
import { between, featureThen, momentIn, momentText, type ObjectThen, objectThen } from './object-then.js';

/** Seconds of the past per second of playback. */
export const SPEEDS = [1, 10, 60, 600, 3600] as const;
const FRAME_MS = 100;
/** The minimum interval between moments for which positions are requested during playback; markers glide between them. */
const MIN_STEP_MS = 5000;
/** The list and the panel are updated at this interval, because they cost more than the map. */
const LIST_EVERY_MS = 1000;
const WRITE_AFTER_MS = 400;
const PAGE = 1000;
const MAX = 5000;
const MAX_NAMES = 20_000;
const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
/** The range of the slider into the past. */
const SPAN_MS = 7 * 24 * HOUR_MS;

/** Number of reports in a quarter of an hour. */
export interface Quarter {
  /** Milliseconds since the epoch. */
  from: number;
  updates: number;
}

/** All positions at a moment; `objects` is undefined until they are loaded. */
interface Frame {
  pending: AbortController;
  objects: readonly ObjectThen[] | undefined;
  whole: boolean;
}

/** The map at a moment in the past, and playback from there. The moment is in the address as `t`. */
export class Past {
  /** Milliseconds since the epoch; undefined: now. */
  readonly at: Signal<number | undefined>;
  readonly playing = signal(false);
  readonly speed: Signal<number> = signal(60);
  /** Numbers of reports by time, oldest first; empty for people who may not read them. */
  readonly quarters: Signal<readonly Quarter[]> = signal([]);
  /** Start of the slider. */
  readonly begin = signal(Date.now() - SPAN_MS);
  /** Titles of the objects that have been in view since the slider was opened. */
  private readonly names = new Map<string, { title?: string; icon?: string }>();
  private pending: AbortController | undefined;
  /** Loaded moments during playback. */
  private readonly frames = new Map<number, Frame>();
  private listedAt = 0;
  private tickedAt = 0;
  /** The value last read from or written to the address. */
  private written: string | undefined;
  private writing: ReturnType<typeof setTimeout> | undefined;
  private readonly ends: (() => void)[];
  private readonly ticking = setInterval(() => this.tick(), FRAME_MS);

  constructor(
    private readonly app: App,
    private readonly state: MapState,
  ) {
    this.written = app.address.now.peek().more.t;
    this.at = signal(momentIn(this.written, Date.now()));
    this.ends = [
      effect(() => {
        const at = this.at.value;
        const view = state.view.value;
        void state.types.value;
        void this.playing.value;
        state.past.value = at !== undefined;
        if (at === undefined) return this.leave();
        if (at < this.begin.peek()) this.begin.value = Math.max(at - HOUR_MS, Date.now() - SPAN_MS);
        if (view !== undefined && state.scene.value !== undefined && !this.playing.peek()) void this.draw(at);
      }),
      // Answers for another view or other types are not needed any more.
      effect(() => {
        void state.view.value;
        void state.types.value;
        void this.speed.value;
        this.dropFrames();
      }),
      effect(() => {
        const { t } = app.address.now.value.more;
        if ((t || undefined) === (this.written || undefined)) return;
        this.written = t;
        this.at.value = momentIn(t, Date.now());
      }),
      effect(() => this.write(this.at.value, this.playing.value)),
    ];
    if (this.at.peek() !== undefined) void this.readQuarters();
  }

  /** Shows the newest moment with data in view. */
  open(): void {
    const inView = this.state.live.inView.peek();
    const newest =
      inView.is === 'all'
        ? [...inView.objects.values()].reduce((latest, { position }) => Math.max(latest, Date.parse(position.observedAt)), 0)
        : 0;
    this.at.value = newest === 0 ? Date.now() : Math.min(Date.now(), newest);
    void this.readQuarters();
  }

  close(): void {
    clearInterval(this.ticking);
    clearTimeout(this.writing);
    this.pending?.abort();
    this.dropFrames();
    for (const end of this.ends) end();
  }

  private tick(): void {
    const at = this.at.peek();
    const since = performance.now() - this.tickedAt;
    this.tickedAt = performance.now();
    if (!this.playing.peek() || at === undefined || this.state.view.peek() === undefined) return;
    // Playback waits for answers, so that nothing is skipped.
    if (!this.drawBetween(at)) return;
    const next = at + this.speed.peek() * Math.min(since, 3 * FRAME_MS);
    if (next >= Date.now()) {
      this.playing.value = false;
      this.at.value = undefined;
    } else this.at.value = next;
  }

  private leave(): void {
    this.pending?.abort();
    this.dropFrames();
    this.playing.value = false;
    this.state.then.value = undefined;
    this.state.drawAll();
  }

  private write(at: number | undefined, playing: boolean): void {
    clearTimeout(this.writing);
    if (playing) return;
    this.writing = setTimeout(() => {
      const t = at === undefined ? '' : momentText(at);
      const { more } = this.app.address.now.peek();
      if ((more.t ?? '') === t) return;
      this.written = t;
      this.app.address.replace({ more: { ...more, t } });
    }, WRITE_AFTER_MS);
  }

  private async draw(at: number): Promise<void> {
    this.pending?.abort();
    const pending = new AbortController();
    this.pending = pending;
    try {
      const { objects, whole } = await this.objectsAt(at, pending.signal);
      if (!pending.signal.aborted) this.show(at, objects, whole);
    } catch (error) {
      this.failed(error, pending.signal);
    }
  }

  /** @returns false if the required data are still being loaded */
  private drawBetween(at: number): boolean {
    this.pending?.abort();
    const step = Math.max(MIN_STEP_MS, this.speed.peek() * 1000);
    const from = Math.floor(at / step) * step;
    for (const [moment, { pending }] of this.frames) {
      if (moment >= from) continue;
      pending.abort();
      this.frames.delete(moment);
    }
    const [before, after] = [this.frameAt(from), this.frameAt(from + step), this.frameAt(from + 2 * step)] as const;
    if (before.objects === undefined || after.objects === undefined) return false;
    this.show(at, between(before.objects, after.objects, (at - from) / step), before.whole);
    return true;
  }

  private frameAt(moment: number): Frame {
    const known = this.frames.get(moment);
    if (known !== undefined) return known;
    const frame: Frame = { pending: new AbortController(), objects: undefined, whole: true };
    this.frames.set(moment, frame);
    this.objectsAt(Math.min(moment, Date.now()), frame.pending.signal).then(
      ({ objects, whole }) => Object.assign(frame, { objects, whole }),
      (error: unknown) => this.failed(error, frame.pending.signal),
    );
    return frame;
  }

  private dropFrames(): void {
    for (const { pending } of this.frames.values()) pending.abort();
    this.frames.clear();
  }

  private show(at: number, objects: readonly ObjectThen[], whole: boolean): void {
    const scene = this.state.scene.peek();
    scene?.setTime(at);
    scene?.showObjects(objects.map(featureThen));
    if (this.playing.peek() && performance.now() - this.listedAt < LIST_EVERY_MS) return;
    this.listedAt = performance.now();
    this.state.then.value = { at, objects, whole };
  }

  private failed(error: unknown, ended: AbortSignal): void {
    if (ended.aborted) return;
    if (!(error instanceof ApiProblem)) throw error;
    this.playing.value = false;
    this.dropFrames();
    this.app.notices.warn(error.status === 0 ? this.app.words.peek().problems.offline : error.message);
  }

  private learnNames(): void {
    const inView = this.state.live.inView.peek();
    if (inView.is !== 'all') return;
    if (this.names.size > MAX_NAMES) this.names.clear();
    for (const { externalId, title, icon } of inView.objects.values()) this.names.set(externalId, { title, icon });
  }

  private async objectsAt(at: number, ended: AbortSignal): Promise<{ objects: ObjectThen[]; whole: boolean }> {
    const positions: Schemas['PastPosition'][] = [];
    let address: string | null =
      `/groups/${encodeURIComponent(this.app.workspace.id)}/positions?${new URLSearchParams({ at: new Date(at).toISOString(), bbox: bboxText(this.state.view.peek()!), limit: String(PAGE) }).toString()}`;
    while (address !== null && positions.length < MAX) {
      const response = await this.app.fetch(new Request(new URL(address, location.origin), { signal: ended }));
      const page = (await response.json()) as Schemas['PositionsPage'];
      positions.push(...page.positions);
      address = page.next ?? null;
    }
    this.learnNames();
    const types = this.state.types.peek();
    const objects = positions
      .filter(({ type = '' }) => types.length === 0 || types.includes(type))
      .map((position) => objectThen(position, this.names.get(position.externalId)));
    return { objects, whole: address === null };
  }

  /** Reads when there were reports; the slider starts there. Without the permission, it covers the whole week. */
  private async readQuarters(): Promise<void> {
    if (!this.app.workspace.may('reports:read')) return;
    const to = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS;
    try {
      const { data } = await this.app.api.GET('/groups/{groupID}/reports/tracking', {
        params: {
          path: { groupID: this.app.workspace.id },
          query: { interval: 'quarter-hour', from: new Date(to - SPAN_MS).toISOString(), to: new Date(to).toISOString() },
        },
      });
      const { rows } = data as unknown as { rows: { from: string; updates: number }[] };
      this.quarters.value = rows.map(({ from, updates }) => ({ from: Date.parse(from), updates })).filter(({ updates }) => updates > 0);
      const oldest = this.quarters.peek()[0]?.from;
      const at = this.at.peek() ?? Date.now();
      if (oldest !== undefined) this.begin.value = Math.min(oldest, at, Date.now() - HOUR_MS);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
  }
}
