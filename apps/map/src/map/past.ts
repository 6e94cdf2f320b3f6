import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { App } from '../app.js';
import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { bboxText } from './bounding-box.js';
import type { MapState } from './map-state.js';
import type { ObjectFeature } from './object-features.js';

/** How many seconds of the past go by in one. */
export const SPEEDS = [60, 600, 3600] as const;
const FRAME_MS = 1000;
const PAGE = 1000;
const MOST = 5000;
/** What the slider spans. */
export const SPAN_MS = 7 * 86_400_000;

/** The map as it was at a moment, and how time goes on there. */
export class Past {
  /** Milliseconds since 1970; undefined: now. */
  readonly at: Signal<number | undefined> = signal(undefined);
  readonly playing = signal(false);
  readonly speed: Signal<number> = signal(SPEEDS[1]);
  private readonly count = signal<number | undefined>(undefined);
  /** How many objects were known of at the moment; undefined: asked at the moment. */
  readonly known: ReadonlySignal<number | undefined> = this.count;
  readonly shown = computed(() => this.at.value !== undefined);
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
    this.state.drawAll();
  }

  private async draw(at: number): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const positions = await this.positionsAt(at, asking.signal);
      if (asking.signal.aborted) return;
      this.count.value = positions.length;
      const scene = this.state.scene.peek();
      scene?.setTime(at);
      const inView = this.state.live.inView.peek();
      const titles = inView.is === 'all' ? inView.objects : undefined;
      scene?.showObjects(positions.map((position) => featureThen(position, titles?.get(position.externalId)?.title ?? '')));
    } catch (error) {
      if (asking.signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      this.playing.value = false;
      this.app.notices.warn(error.status === 0 ? this.app.words.peek().problems.offline : error.message);
    }
  }

  private async positionsAt(at: number, ended: AbortSignal): Promise<Schemas['PositionThen'][]> {
    const positions: Schemas['PositionThen'][] = [];
    let address: string | null = `/groups/${encodeURIComponent(this.app.workspace.id)}/positions?${new URLSearchParams({ at: new Date(at).toISOString(), bbox: bboxText(this.state.view.peek()!), limit: String(PAGE) }).toString()}`;
    while (address !== null && positions.length < MOST) {
      const response = await this.app.fetch(new Request(new URL(address, location.origin), { signal: ended }));
      const page = (await response.json()) as Schemas['PositionsPage'];
      positions.push(...page.positions);
      address = page.next ?? null;
    }
    return positions;
  }
}

/** @param title what it is called now: history keeps none */
function featureThen({ externalId, type = '', lat, lon, observedAt }: Schemas['PositionThen'], title: string): ObjectFeature {
  return { type: 'Feature', id: externalId, geometry: { type: 'Point', coordinates: [lon, lat] }, properties: { id: externalId, title, type, observedAt: Math.floor(Date.parse(observedAt) / 1000) } };
}
