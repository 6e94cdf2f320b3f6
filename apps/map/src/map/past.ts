import { effect, signal, type Signal } from '@preact/signals';
import type { App } from '../app.js';
import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { bboxText } from './bounding-box.js';
import type { MapState } from './map-state.js';
import { featureThen, objectThen } from './object-then.js';

/** How many seconds of the past go by in one. */
export const SPEEDS = [60, 600, 3600] as const;
const FRAME_MS = 1000;
const PAGE = 1000;
const MOST = 5000;
const NAMES_KEPT = 20_000;
/** What the slider spans. */
export const SPAN_MS = 7 * 86_400_000;

/** The map as it was at a moment, and how time goes on there. */
export class Past {
  /** Milliseconds since 1970; undefined: now. */
  readonly at: Signal<number | undefined> = signal(undefined);
  readonly playing = signal(false);
  readonly speed: Signal<number> = signal(SPEEDS[1]);
  /** What objects are called, of those that were in view since the slider was opened. */
  private readonly names = new Map<string, { title?: string; icon?: string }>();
  private asking: AbortController | undefined;
  private readonly ends: (() => void)[];
  private readonly ticking = setInterval(() => this.tick(), FRAME_MS);

  constructor(
    private readonly app: App,
    private readonly state: MapState,
  ) {
    this.ends = [
      effect(() => {
        const at = this.at.value;
        const view = state.view.value;
        void state.types.value;
        state.past.value = at !== undefined;
        if (at === undefined) return this.leave();
        if (view !== undefined && state.scene.value !== undefined) void this.draw(at);
      }),
    ];
  }

  close(): void {
    clearInterval(this.ticking);
    this.asking?.abort();
    for (const end of this.ends) end();
  }

  private tick(): void {
    const at = this.at.peek();
    if (!this.playing.peek() || at === undefined) return;
    const next = at + this.speed.peek() * FRAME_MS;
    if (next >= Date.now()) {
      this.playing.value = false;
      this.at.value = undefined;
    } else this.at.value = next;
  }

  private leave(): void {
    this.asking?.abort();
    this.playing.value = false;
    this.state.then.value = undefined;
    this.state.drawAll();
  }

  private async draw(at: number): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const { positions, whole } = await this.positionsAt(at, asking.signal);
      if (asking.signal.aborted) return;
      this.learnNames();
      const types = this.state.types.peek();
      const objects = positions.filter(({ type = '' }) => types.length === 0 || types.includes(type)).map((position) => objectThen(position, this.names.get(position.externalId)));
      const scene = this.state.scene.peek();
      scene?.setTime(at);
      this.state.then.value = { at, objects, whole };
      scene?.showObjects(objects.map(featureThen));
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      this.playing.value = false;
      this.app.notices.warn(error.status === 0 ? this.app.words.peek().problems.offline : error.message);
    }
  }

  private learnNames(): void {
    const inView = this.state.live.inView.peek();
    if (inView.is !== 'all') return;
    if (this.names.size > NAMES_KEPT) this.names.clear();
    for (const { externalId, title, icon } of inView.objects.values()) this.names.set(externalId, { title, icon });
  }

  private async positionsAt(at: number, ended: AbortSignal): Promise<{ positions: Schemas['PositionThen'][]; whole: boolean }> {
    const positions: Schemas['PositionThen'][] = [];
    let address: string | null = `/groups/${encodeURIComponent(this.app.workspace.id)}/positions?${new URLSearchParams({ at: new Date(at).toISOString(), bbox: bboxText(this.state.view.peek()!), limit: String(PAGE) }).toString()}`;
    while (address !== null && positions.length < MOST) {
      const response = await this.app.fetch(new Request(new URL(address, location.origin), { signal: ended }));
      const page = (await response.json()) as Schemas['PositionsPage'];
      positions.push(...page.positions);
      address = page.next ?? null;
    }
    return { positions, whole: address === null };
  }
}
