import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import type { App } from '../app/app.js';
import { coloursOf, OTHERS_COLOUR } from '../design/colours.js';
import { isDark } from '../design/dark.js';
import { isDarkGround, shownBasemap, showsStreets } from './basemap-choice.js';
import type { BoundingBox } from './bounding-box.js';
import { typesIn } from './chosen-types.js';
import { type FollowedView, LiveView, type ViewChange } from './live-view.js';
import type { MapScene } from './map-scene.js';
import { showGrid } from './metric-grid.js';
import { type NumberRanges, rangesOf } from './number-ranges.js';
import { categoryOf, featureOf, type ObjectFeature } from './object-features.js';
import type { Moment } from './object-then.js';
import { PolledView } from './polled-view.js';
import { ViewKeeper } from './view-keeper.js';

const TILES_EVERY_MS = 2000;

type Coloured = { type?: string } & Partial<Pick<ExternalObject, 'fields'>>;

/** The shared state of the map page while it is open: the objects in view, the layers, the colours. */
export class MapState {
  /** Undefined until the map's code is loaded, and permanently if the browser cannot draw the map. */
  readonly scene = signal<MapScene | undefined>(undefined);
  readonly live: FollowedView;
  readonly view = signal<BoundingBox | undefined>(undefined);
  readonly zoom = signal(0);
  /** Name of the field for colours; empty: colours by type. */
  readonly colourField: Signal<string> = signal('');
  readonly colours: ReadonlySignal<ReadonlyMap<string, string>>;
  /** Ranges of the numbers in the field for colours; undefined: it has none. */
  readonly ranges: ReadonlySignal<NumberRanges | undefined>;
  /** The shown types, from the address; empty: all. */
  readonly types: ReadonlySignal<readonly string[]>;
  /** All types seen since the page was opened, so that a filtered one can be chosen again. */
  readonly knownTypes = signal<readonly string[]>([]);
  /** Sorted floors of the shown objects; empty if no object has one. */
  readonly floors: ReadonlySignal<readonly string[]> = computed(() => this.floorsInView());
  /** The shown floor; undefined: all. */
  readonly floor = signal<string | undefined>(undefined);
  /** Whether there are streets or pictures at the centre of the view. */
  readonly onStreets: ReadonlySignal<boolean>;
  /** Whether the basemap is dark, whatever the theme of the app. */
  readonly onDark: ReadonlySignal<boolean>;
  /** Id of the object that the map follows. */
  readonly followed = signal<string | undefined>(undefined);
  /** True while the map shows the past, so that nothing live is drawn. */
  readonly past = signal(false);
  /** The shown moment of the past; undefined for the present, or until the answer arrives. */
  readonly then = signal<Moment | undefined>(undefined);
  /** The field for colours at the moment: history has types but no categories. */
  readonly colouredBy: ReadonlySignal<string> = computed(() => (this.past.value ? '' : this.colourField.value));
  /** Whether an object is on the chosen floor; objects without a floor are on every floor. */
  readonly isOnFloor = ({ position }: { position: { floor?: number | string } }): boolean =>
    this.floor.value === undefined || position.floor === undefined || String(position.floor) === this.floor.value;
  /** Colours of the categories of drawn areas. */
  readonly areaColours = signal<ReadonlyMap<string, string>>(new Map());
  /** Search results, shown instead of all objects. Undefined if no search is active. */
  readonly found = signal<readonly ExternalObject[] | undefined>(undefined);
  private readonly drawn = signal<readonly string[]>([]);
  private readonly drawnNumbers = signal<readonly number[]>([]);
  private readonly ends: readonly (() => void)[];
  private readonly keeper: ViewKeeper;
  private readonly refreshing = setInterval(() => this.refresh(), TILES_EVERY_MS);

  constructor(app: App) {
    const chosen = computed(() => app.address.now.value.more.types ?? '');
    this.types = computed(() => typesIn(chosen.value));
    this.onStreets = computed(
      () =>
        this.view.value !== undefined &&
        showsStreets(app.settings, shownBasemap(app.settings, app.preferences.basemap.value), this.view.value),
    );
    this.onDark = computed(() => isDarkGround(shownBasemap(app.settings, app.preferences.basemap.value), isDark(app.preferences)));
    const viewOptions = {
      workspace: app.workspace.id,
      onView: () => this.drawAll(),
      onChange: (change: ViewChange) => this.drawChange(change),
    };
    this.live = app.workspace.may('feed:read')
      ? new LiveView({ ...viewOptions, fetch: app.fetch, kept: () => this.keeper.kept() })
      : new PolledView({ ...viewOptions, api: app.api });
    this.keeper = new ViewKeeper(app, () => ({ inView: this.live.inView.value, live: this.live.asOf.value === undefined }));
    let before: { ranges: NumberRanges; of: string } | undefined;
    this.ranges = computed(() => {
      const numbers = this.numbersShown();
      const of = `${app.format.value.locale} ${this.colouredBy.value}`;
      if (numbers.length === 0) return undefined;
      if (before?.of !== of || !before.ranges.suit(numbers)) before = { ranges: rangesOf(numbers, app.format.value), of };
      return before.ranges;
    });
    this.colours = computed(
      () =>
        this.ranges.value?.colours ??
        coloursOf([...(this.colouredBy.value === '' ? this.knownTypes.value : []), ...this.namesShown()], this.onDark.value),
    );
    this.ends = [
      // Another basemap may have streets where the current one has none.
      effect(() => {
        const zoom = this.onStreets.value ? 0 : this.zoom.peek();
        if (this.scene.peek() !== undefined && this.view.peek() !== undefined) showGrid(this.scene.peek()!, this.view.peek()!, zoom);
      }),
      effect(() => this.scene.value?.setTypes(this.types.value)),
      effect(() => {
        void this.found.value;
        void this.ranges.value;
        this.drawAll();
      }),
      effect(() => this.live.setTypes(this.types.value)),
      effect(() => {
        if (this.colouredBy.value === '') this.know([...this.colours.value.keys()]);
      }),
    ];
  }

  close(): void {
    for (const end of this.ends) end();
    clearInterval(this.refreshing);
    this.keeper.close();
    this.live.stop();
  }

  moved(view: BoundingBox, zoom: number): void {
    this.view.value = view;
    this.zoom.value = zoom;
    this.live.show(view);
    if (this.scene.peek() !== undefined) showGrid(this.scene.peek()!, view, this.onStreets.peek() ? 0 : zoom);
  }

  /** @returns undefined if the object is not in view, or if there are too many objects to know each */
  objectInView(id: string): ExternalObject | undefined {
    const inView = this.live.inView.value;
    return inView.is === 'all' ? inView.objects.get(id) : undefined;
  }

  /** The colour of an object on the map. */
  colourOf(object: Coloured): string {
    return this.colours.value.get(this.nameOf(object)) ?? OTHERS_COLOUR;
  }

  /** Receives the types, categories or numbers in the tiles. */
  addNames(names: readonly string[], numbers: readonly number[]): void {
    if (names.join('\n') !== this.drawn.peek().join('\n')) this.drawn.value = names;
    if (numbers.join() !== this.drawnNumbers.peek().join()) this.drawnNumbers.value = numbers;
  }

  /** Draws all objects in view again. */
  drawAll(): void {
    const scene = this.scene.peek();
    const inView = this.live.inView.peek();
    const found = this.found.peek();
    if (scene === undefined || this.past.peek()) return;
    if (found !== undefined) scene.showObjects(found.map((object) => this.featureOf(object)));
    else if (inView.is === 'all') scene.showObjects([...inView.objects.values()].map((object) => this.featureOf(object)));
    else scene.showTiles();
  }

  private drawChange({ changed, left }: ViewChange): void {
    if (this.past.peek() || this.found.peek() !== undefined) return;
    this.scene.peek()?.changeObjects(
      changed.map((object) => this.featureOf(object)),
      left,
    );
  }

  private featureOf(object: ExternalObject): ObjectFeature {
    return featureOf(object, this.colourField.peek() || undefined, this.ranges.peek());
  }

  /** Shown values of the field for colours, if it is numeric. */
  private numbersShown(): readonly number[] {
    const field = this.colouredBy.value;
    if (field === '') return [];
    const inView = this.live.inView.value;
    const found = this.found.value;
    if (found === undefined && inView.is !== 'all') return this.drawnNumbers.value;
    const numbers: number[] = [];
    for (const { fields } of found ?? (inView.is === 'all' ? inView.objects.values() : [])) {
      const value = fields[field]?.value;
      if (typeof value === 'number') numbers.push(value);
    }
    return numbers;
  }

  private refresh(): void {
    if (document.hidden || this.past.peek() || this.found.peek() !== undefined || this.live.inView.peek().is === 'all') return;
    this.scene.peek()?.refreshTiles();
  }

  private floorsInView(): string[] {
    const inView = this.live.inView.value;
    const shown = this.past.value ? (this.then.value?.objects ?? []) : inView.is === 'all' ? inView.objects.values() : [];
    const floors = new Set<string>();
    for (const { position } of shown) if (position.floor !== undefined) floors.add(String(position.floor));
    return [...floors].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  }

  private know(types: readonly string[]): void {
    const known = new Set([...this.knownTypes.peek(), ...this.types.peek(), ...types]);
    if (known.size > this.knownTypes.peek().length) this.knownTypes.value = [...known].sort();
  }

  private namesShown(): readonly string[] {
    const names = new Set<string>();
    if (this.past.value) for (const { type = '' } of this.then.value?.objects ?? []) names.add(type);
    else {
      const inView = this.live.inView.value;
      const found = this.found.value;
      if (found === undefined && inView.is !== 'all') return this.drawn.value;
      for (const object of found ?? (inView.is === 'all' ? inView.objects.values() : [])) names.add(this.nameOf(object));
    }
    names.delete('');
    return [...names];
  }

  /** The type or category that determines the colour of an object; empty if it has none. */
  private nameOf(object: Coloured): string {
    const field = this.colouredBy.value;
    return (field === '' ? object.type : categoryOf(object, field, this.ranges.value)) ?? '';
  }
}
