import { signal } from '@preact/signals';
import type { App } from '../app/app.js';
import { extentOf } from '../map/extent.js';
import type { MapState } from '../map/map-state.js';
import { demoRunOf } from './demo-run.js';
import { firstObject } from './first-object.js';

const LOOK_AGAIN_MS = 250;
const LOOKS = 20;
/** Monaco with its harbours. */
const DEMO_CAMERA = { lat: 43.7355, lon: 7.425, zoom: 14.5 };

/** Shown to people without objects, and on request, while the map page is open. */
export class FirstSteps {
  /** `empty`: automatically, until there are objects; `asked`: somebody wants to add objects. */
  readonly shown = signal<'no' | 'empty' | 'asked'>('no');
  readonly importing = signal(false);
  /** True if there are no reports yet. */
  readonly empty = signal(false);
  private readonly ending = new AbortController();

  constructor(
    private readonly app: App,
    private readonly state: MapState,
  ) {
    void this.watch();
  }

  close(): void {
    this.ending.abort();
  }

  /** The place for an example. */
  get centre(): { lat: number; lon: number; zoom: number } {
    const { lat, lng } = this.state.scene.peek()?.map.getCenter().wrap() ?? { lat: 25, lng: 10 };
    return { lat, lon: lng, zoom: this.state.zoom.peek() };
  }

  /** Moves the map to the demo fleet. */
  showDemo(): void {
    this.state.scene.peek()?.goTo(DEMO_CAMERA);
  }

  async fit(): Promise<boolean> {
    const extent = await this.extent().catch(() => undefined);
    if (extent !== undefined) this.state.scene.peek()?.fit(extent);
    return extent !== undefined;
  }

  /** The browser may cache a tile for some seconds, so an empty one is requested again. */
  private readonly extent = () => extentOf(this.app.workspace.id, (request) => this.app.fetch(new Request(request, { cache: 'no-store' })));

  private async watch(): Promise<void> {
    const { signal: ended } = this.ending;
    if (!this.app.workspace.may('objects:read') || !this.app.workspace.may('feed:read')) return;
    const isEmpty = async (): Promise<boolean> => (await this.extent()) === undefined;
    if (!(await isEmpty().catch(() => false)) || ended.aborted) return;
    this.empty.value = true;
    if (this.shown.peek() === 'no') this.shown.value = 'empty';
    const first = await firstObject(this.app, isEmpty, ended);
    if (ended.aborted) return;
    this.empty.value = false;
    // What somebody asked for stays open.
    if (this.shown.peek() === 'empty') this.shown.value = 'no';
    const { firstRun } = this.app.words.peek();
    if (first !== undefined && demoRunOf(this.app).state.peek().is === 'none' && !this.importing.peek())
      this.app.notices.info(firstRun.itIsHere(first.title || first.externalId));
    for (let look = 0; look < LOOKS && !ended.aborted && !(await this.fit()); look++)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
