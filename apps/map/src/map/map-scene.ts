import 'maplibre-gl/dist/maplibre-gl.css';
import {
  type GeoJSONSource,
  type LayerSpecification,
  Map as MapLibreMap,
  type MapGeoJSONFeature,
  type MapMouseEvent,
  type MapSourceDataEvent,
  ScaleControl,
  setWorkerUrl,
  type VectorTileSource,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { AppSettings } from '../api/app-settings.js';
import { OBJECT_ICONS } from '../icons/pictures.js';
import type { Units } from '../preferences/preferences.js';
import { type BasemapChoice, isDarkGround } from './basemap-choice.js';
import { FONT, groundStyle } from './basemap-style.js';
import { type BoundingBox, cornersOf, normalised } from './bounding-box.js';
import { markBusy } from './busy-mark.js';
import { CLOSEST_SPLIT, clustered, type ClusterProperties, clusterZoom, type CountedPlace, type DrawnFeature } from './clusters.js';
import { drawHeading } from './heading-image.js';
import { iconImage, imageOf } from './icon-images.js';
import type { NumberRanges } from './number-ranges.js';
import { type ObjectFeature, type ObjectProperties, ringAround } from './object-features.js';
import {
  accuracyLayer,
  CLUSTER_LAYER,
  clusterLayers,
  clusterRing,
  type Look,
  objectLayers,
  objectPaint,
  POINTED_AT,
  ROOM_IMAGE,
  ROOM_RADIUS,
  selectionRing,
  TILES,
  tilesLayer,
} from './object-layers.js';

setWorkerUrl(workerUrl);

/** Several objects in one circle, or one that the server has only counted. */
export interface Cluster extends BoundingBox {
  count: number;
  /** False if zooming in does not split it. */
  splits: boolean;
  /** Ids of its objects; undefined: only their number is known. */
  members: readonly string[] | undefined;
}

/** The object under the pointer, or several. */
export type Hovered = { x: number; y: number } & (
  | { object: { id: string; title: string; type: string; observedAt: number } }
  | { cluster: { count: number; types: readonly (readonly [name: string, count: number])[] } }
);

/** The cause of a move: a person by hand, the app because a person asked to see a place, or the app on its own. */
export type MovedBy = 'hand' | 'request' | 'app';

export interface Camera {
  lat: number;
  lon: number;
  zoom: number;
}

export interface SceneOptions {
  container: HTMLElement;
  settings: AppSettings;
  workspace: string;
  dark: boolean;
  /** The map's background. */
  basemap: BasemapChoice;
  units: Units;
  camera: Camera;
  /** Words of MapLibre's own controls. */
  locale: Record<string, string>;
  token: () => Promise<string | undefined>;
  onSelect: (id: string | undefined) => void;
  onCluster: (cluster: Cluster) => void;
  /** Called when the map has stopped moving. */
  onMoved: (view: BoundingBox, camera: Camera, by: MovedBy) => void;
  onHover: (hovered: Hovered | undefined) => void;
  /** Called with the types or categories drawn from tiles, and with the numbers if colours are by a numeric field. */
  onDrawn: (names: readonly string[], numbers: readonly number[]) => void;
}

export interface Colouring {
  colours: ReadonlyMap<string, string>;
  /** Name of the field; undefined: by type. */
  field: string | undefined;
  /** Ranges of the field's numbers; undefined if it has none. */
  ranges?: NumberRanges;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const CLOSEST_TILES = 16;
const TOUCH_RADIUS_PX = 8;
const FIT_PADDING_PX = 60;
const AGES_EVERY_SECONDS = 30;

/** Everything drawn with WebGL. Independent of the rest of the app. */
export class MapScene {
  readonly map: MapLibreMap;
  private source: 'tiles' | 'live' = 'tiles';
  private colouring: Colouring = { colours: new Map(), field: undefined };
  private now = Math.floor(Date.now() / 1000);
  private dark: boolean;
  /** The objects in view, by id, as reported or from the tiles. */
  private objects = new Map<string, ObjectFeature>();
  /** The counts from the tiles. */
  private counted: CountedPlace[] = [];
  private drawn = new Map<string, DrawnFeature>();
  private members: ReadonlyMap<string, readonly string[]> = new Map();
  private drawnZoom = Number.NaN;
  private selectedId: string | undefined;
  /** Whether tiles have been loaded or have left the view since they were last read. */
  private tilesChanged = true;
  private basemap: BasemapChoice;
  private selection: GeoJSON.FeatureCollection = EMPTY;
  private ready = false;
  private floor: string | undefined;
  private types: readonly string[] = [];
  private covered = { right: 0, below: 0 };
  private moving: 'hand' | 'app' = 'app';
  /** Layers of other features, which are drawn again after a change of the basemap. */
  private readonly overlays = new Map<string, (scene: MapScene) => void>();
  private readonly endMarking: () => void;

  constructor(private readonly options: SceneOptions) {
    const { container, settings, dark, basemap, camera, units, locale } = options;
    this.dark = dark;
    this.basemap = basemap;
    this.map = new MapLibreMap({
      container,
      style: groundStyle(settings, this.ground),
      center: [camera.lon, camera.lat],
      zoom: camera.zoom,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      attributionControl: { compact: true },
      locale,
      fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
      transformRequest: (url) => this.authorised(url),
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new ScaleControl({ unit: units }), 'bottom-left');
    this.map.on('style.load', () => this.addLayers());
    this.map.on('click', (event) => this.clicked(event));
    this.map.on('mousemove', (event) => this.hovered(event));
    this.map.on('mouseout', () => options.onHover(undefined));
    this.map.on('movestart', (event) => (this.moving = event.originalEvent === undefined ? 'app' : 'hand'));
    this.map.on('moveend', (event) => this.moved((event as { by?: MovedBy }).by ?? this.moving));
    this.map.on('zoom', () => {
      if (clusterZoom(this.map.getZoom()) !== this.drawnZoom) this.drawClusters();
    });
    this.map.on('sourcedata', (event: MapSourceDataEvent) => {
      if (event.sourceId !== TILES) return;
      this.tilesChanged = true;
      this.readTiles();
    });
    this.map.on('idle', () => this.readTiles());
    this.endMarking = markBusy(this.map, container);
    this.map.once('load', () => this.moved('app'));
  }

  destroy(): void {
    this.endMarking();
    this.map.remove();
  }

  get view(): BoundingBox {
    const bounds = this.map.getBounds();
    return normalised({ west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() });
  }

  /** Changes the basemap and keeps everything else. */
  setTheme(dark: boolean, basemap = this.basemap): void {
    if (dark === this.dark && basemap === this.basemap) return;
    this.dark = dark;
    this.basemap = basemap;
    this.ready = false;
    this.map.setStyle(groundStyle(this.options.settings, this.ground), { diff: false });
  }

  private get ground(): { basemap: BasemapChoice; dark: boolean; language: string } {
    return { basemap: this.basemap, dark: this.dark, language: document.documentElement.lang };
  }

  /** Draws these objects instead of tiles. */
  showObjects(features: readonly ObjectFeature[]): void {
    this.objects = new Map(features.map((feature) => [feature.id, feature]));
    this.counted = [];
    this.use('live');
    this.moveSelected();
    this.drawClusters();
  }

  /** Some of the drawn objects have changed. */
  changeObjects(changed: readonly ObjectFeature[], left: readonly string[]): void {
    for (const id of left) this.objects.delete(id);
    for (const feature of changed) this.objects.set(feature.id, feature);
    this.drawClusters();
  }

  /** Draws the server's tiles: each object, or counts if there are many. */
  showTiles(): void {
    this.use('tiles');
  }

  /** Requests the shown tiles again; unchanged ones are answered without a body. */
  refreshTiles(): void {
    if (this.ready && this.source === 'tiles') this.map.refreshTiles('tiles');
  }

  setColouring(colouring: Colouring): void {
    const other = colouring.field !== this.colouring.field;
    if (colouring.ranges !== this.colouring.ranges) this.tilesChanged = true;
    this.colouring = colouring;
    if (!this.ready) return;
    if (other) this.map.getSource<VectorTileSource>('tiles')?.setTiles([this.tilesUrl()]);
    this.repaint();
    this.readTiles();
  }

  /** Requests only tiles with these types; empty: all. */
  setTypes(types: readonly string[]): void {
    if (types.join() === this.types.join()) return;
    this.types = types;
    if (this.ready) this.map.getSource<VectorTileSource>('tiles')?.setTiles([this.tilesUrl()]);
  }

  /** Shows the objects on one floor and those without a floor; undefined: all. Tiles have no floors. */
  setFloor(floor: string | undefined): void {
    if (floor === this.floor) return;
    this.floor = floor;
    this.drawClusters();
  }

  /** Sets the time for ages. @param now milliseconds since the epoch */
  setTime(now: number): void {
    const seconds = Math.floor(now / 1000);
    // Each update rebuilds every tile, and ages do not change visibly within seconds.
    if (Math.abs(seconds - this.now) < AGES_EVERY_SECONDS) return;
    this.now = seconds;
    if (this.ready) this.repaint();
  }

  /** Draws one object on top of all others and outside clusters; undefined: none. @param accuracy metres */
  select(feature: ObjectFeature | undefined, accuracy?: number): void {
    const features: GeoJSON.Feature[] = [];
    if (feature !== undefined) {
      const [lon, lat] = feature.geometry.coordinates as [number, number];
      if (accuracy !== undefined && accuracy > 0) features.push(ringAround(lat, lon, accuracy));
      features.push(feature);
    }
    this.selection = { type: 'FeatureCollection', features };
    void this.geojson('selection')?.setData(this.selection);
    if (feature?.id === this.selectedId) return;
    this.selectedId = feature?.id;
    this.drawClusters();
  }

  /** Moves the selected object to its shown position, for example while the past is playing. */
  private moveSelected(): void {
    const now = this.selectedId === undefined ? undefined : this.objects.get(this.selectedId);
    const shown = this.selection.features.at(-1)?.geometry;
    if (now === undefined || shown?.type !== 'Point' || shown.coordinates.join() === now.geometry.coordinates.join()) return;
    // Without the accuracy circle, which belongs to another position.
    this.selection = { type: 'FeatureCollection', features: [now] };
    void this.geojson('selection')?.setData(this.selection);
  }

  /** Adds an overlay of another feature, which is drawn again whenever the basemap changes; undefined removes it. */
  overlay(name: string, draw: ((scene: MapScene) => void) | undefined): void {
    if (draw === undefined) this.overlays.delete(name);
    else {
      this.overlays.set(name, draw);
      if (this.ready) draw(this);
    }
  }

  /** Creates a GeoJSON source with its layers, or updates its data. @param below a layer above the new ones */
  draw(source: string, data: GeoJSON.FeatureCollection, layers: readonly LayerSpecification[], below?: string): void {
    const present = this.geojson(source);
    if (present !== undefined) void present.setData(data);
    else this.map.addSource(source, { type: 'geojson', data });
    for (const layer of layers)
      if (this.map.getLayer(layer.id) === undefined)
        this.map.addLayer(layer, below !== undefined && this.map.getLayer(below) !== undefined ? below : undefined);
  }

  /** Replaces a source of vector tiles and its layers. @param tiles path in the API, with {z}/{x}/{y} */
  drawTiles(source: string, tiles: string, maxzoom: number, layers: readonly LayerSpecification[], below?: string): void {
    this.erase(source);
    this.map.addSource(source, { type: 'vector', tiles: [location.origin + tiles], maxzoom });
    for (const layer of layers) this.map.addLayer(layer, below);
  }

  /** Removes a source and its layers. */
  erase(source: string): void {
    if (!this.ready || this.map.getSource(source) === undefined) return;
    for (const { id, source: of } of this.map.getStyle().layers as { id: string; source?: string }[])
      if (of === source) this.map.removeLayer(id);
    this.map.removeSource(source);
  }

  /** Sets how much of the right and lower edge of the map is covered, in pixels. */
  cover(right: number, below: number): void {
    this.covered = { right, below };
  }

  /** The drawn map as a data URL of a picture, because the browser loses WebGL content when it prints. */
  picture(): string {
    this.map.redraw();
    return this.map.getCanvas().toDataURL();
  }

  /** Whether a place is visible: in view and not covered. */
  shows({ lat, lon }: { lat: number; lon: number }): boolean {
    const { x, y } = this.map.project([lon, lat]);
    const { clientWidth, clientHeight } = this.map.getContainer();
    return x >= 0 && y >= 0 && x <= clientWidth - this.covered.right && y <= clientHeight - this.covered.below;
  }

  /** Moves a requested place to the centre of the visible part. @param zoom minimum zoom; undefined: unchanged */
  goTo(place: { lat: number; lon: number; zoom?: number }): void {
    this.centre(place, 'request');
  }

  /** Keeps a moving object in the centre. */
  stayWith(place: { lat: number; lon: number }): void {
    this.centre(place, 'app');
  }

  private centre({ lat, lon, zoom }: { lat: number; lon: number; zoom?: number }, by: MovedBy): void {
    const { right, below } = this.covered;
    this.map.easeTo(
      {
        center: [lon, lat],
        zoom: Math.max(this.map.getZoom(), zoom ?? 0),
        offset: [-right / 2, -below / 2],
        duration: this.animates ? 500 : 0,
      },
      { by },
    );
  }

  /** @param at once: without an animation, as at the start */
  fit(box: BoundingBox, { at, maxZoom = 15 }: { at?: 'once'; maxZoom?: number } = {}): void {
    const { right, below } = this.covered;
    const { clientWidth, clientHeight } = this.map.getContainer();
    const padding = Math.min(FIT_PADDING_PX, (clientWidth - right) / 5, (clientHeight - below) / 5);
    this.map.fitBounds(
      cornersOf(box),
      {
        padding: { top: padding, left: padding, right: padding + right, bottom: padding + below },
        maxZoom,
        animate: at !== 'once' && this.animates,
      },
      { by: at === 'once' ? 'app' : 'request' },
    );
  }

  /** Zooms in until the objects of a cluster are separate. */
  takeApart(cluster: BoundingBox): void {
    this.fit(cluster, { maxZoom: CLOSEST_SPLIT });
  }

  zoomBy(steps: number): void {
    this.map.zoomTo(this.map.getZoom() + steps, { animate: this.animates });
  }

  private get animates(): boolean {
    return !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  private use(source: 'tiles' | 'live'): void {
    if (this.source === source) return;
    this.source = source;
    this.tilesChanged = true;
    if (this.ready) this.map.setLayoutProperty(TILES, 'visibility', source === 'tiles' ? 'visible' : 'none');
  }

  /** Reads the tiles in view once all of them are loaded. */
  private readTiles(): void {
    if (!this.ready || this.source !== 'tiles' || !this.tilesChanged || !this.map.isSourceLoaded(TILES)) return;
    this.tilesChanged = false;
    const names = new Set<string>();
    const numbers: number[] = [];
    this.objects = new Map();
    for (const { properties: sent, geometry } of this.map.querySourceFeatures(TILES, { sourceLayer: 'objects' })) {
      const id = String(sent.id);
      const properties: Record<string, unknown> = { ...sent };
      if (typeof sent.category === 'number') {
        numbers.push(sent.category);
        properties.category = this.colouring.ranges?.nameOf(sent.category) ?? '';
      }
      // As a plain object: those from the tile decoder have no prototype, and MapLibre cannot send them to its worker.
      this.objects.set(id, {
        type: 'Feature',
        id,
        geometry: geometry as GeoJSON.Point,
        properties: properties as unknown as ObjectProperties,
      });
      names.add(String(properties[this.by] ?? ''));
    }
    this.counted = this.map.querySourceFeatures(TILES, { sourceLayer: 'clusters' }).map(({ properties, geometry }) => {
      for (const name of namesOfCluster(properties, this.by)) names.add(name);
      const [lon, lat] = (geometry as GeoJSON.Point).coordinates as [number, number];
      return { lon, lat, properties: properties as CountedPlace['properties'] };
    });
    names.delete('');
    this.drawClusters();
    this.options.onDrawn([...names], numbers);
  }

  /** Clusters the objects in view and draws the differences. */
  private drawClusters(): void {
    if (!this.ready) return;
    const zoom = this.map.getZoom();
    this.drawnZoom = clusterZoom(zoom);
    const { features, members } = clustered(
      this.shownObjects(),
      this.counted.filter((place) => !this.isSelected(place)),
      zoom,
    );
    this.members = members;
    const before = this.drawn;
    this.drawn = new Map(features.map((feature) => [feature.id, sameAs(before.get(feature.id), feature)]));
    const added = [...this.drawn.values()].filter((feature) => before.get(feature.id) !== feature);
    const gone = [...before.keys()].filter((id) => !this.drawn.has(id));
    if (added.length === 0 && gone.length === 0) return;
    void this.geojson('shown')?.updateData({ remove: gone, add: added });
  }

  private *shownObjects(): Iterable<ObjectFeature> {
    for (const feature of this.objects.values()) {
      const { floor } = feature.properties;
      if (feature.id !== this.selectedId && (this.floor === undefined || floor === undefined || floor === this.floor)) yield feature;
    }
  }

  /** Whether a counted place is that of the selected object, which is drawn separately. */
  private isSelected({ properties: { count, west, south, east, north } }: CountedPlace): boolean {
    const geometry = this.selection.features.at(-1)?.geometry;
    if (count !== 1 || geometry?.type !== 'Point') return false;
    const [lon, lat] = geometry.coordinates as [number, number];
    return lon >= west && lon <= east && lat >= south && lat <= north;
  }

  /** Adds the app's sources and layers to a newly loaded basemap. */
  private addLayers(): void {
    const { map } = this;
    if (map.hasImage('heading')) map.removeImage('heading');
    map.addImage('heading', drawHeading(), { sdf: true, pixelRatio: 2 });
    for (const name of OBJECT_ICONS)
      if (!map.hasImage(imageOf(name))) map.addImage(imageOf(name), iconImage(name), { sdf: true, pixelRatio: 2 });
    if (!map.hasImage(ROOM_IMAGE))
      map.addImage(ROOM_IMAGE, { width: 2 * ROOM_RADIUS, height: 2 * ROOM_RADIUS, data: new Uint8Array(4 * (2 * ROOM_RADIUS) ** 2) });
    map.addSource(TILES, { type: 'vector', tiles: [this.tilesUrl()], maxzoom: CLOSEST_TILES });
    map.addSource('shown', { type: 'geojson', data: { type: 'FeatureCollection', features: [...this.drawn.values()] } });
    map.addSource('selection', { type: 'geojson', data: this.selection });
    map.addLayer({ ...tilesLayer, layout: { visibility: this.source === 'tiles' ? 'visible' : 'none' } } as LayerSpecification);
    for (const layer of [
      accuracyLayer(this.onDark),
      ...objectLayers('shown', this.look),
      ...clusterLayers(this.look),
      selectionRing(this.onDark),
      ...objectLayers('selection', this.look),
    ])
      map.addLayer(layer);
    this.ready = true;
    this.drawClusters();
    for (const draw of this.overlays.values()) draw(this);
  }

  private repaint(): void {
    for (const [layer, property, value] of [...objectPaint('shown', this.look), ...objectPaint('selection', this.look)])
      this.map.setPaintProperty(layer, property as never, value as never);
    this.map.setPaintProperty(CLUSTER_LAYER, 'circle-stroke-color', clusterRing(this.look));
  }

  private get look(): Look {
    return { dark: this.onDark, colours: this.colouring.colours, by: this.by, now: this.now };
  }

  /** Whether the basemap is dark, whatever the theme of the app, so that drawings on it must be light. */
  get onDark(): boolean {
    return isDarkGround(this.basemap, this.dark);
  }

  private get by(): 'type' | 'category' {
    return this.colouring.field === undefined ? 'type' : 'category';
  }

  private tilesUrl(): string {
    const query = new URLSearchParams(this.types.map((type) => ['type', type]));
    if (this.colouring.field !== undefined) query.set('colour', this.colouring.field);
    return `${location.origin}/groups/${encodeURIComponent(this.options.workspace)}/tiles/{z}/{x}/{y}.mvt${query.size === 0 ? '' : `?${query.toString()}`}`;
  }

  private async authorised(url: string): Promise<{ url: string; headers?: Record<string, string> }> {
    if (!url.startsWith(`${location.origin}/groups/`)) return { url };
    const token = await this.options.token().catch(() => undefined);
    return { url, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
  }

  private geojson(name: string): GeoJSONSource | undefined {
    return this.ready ? this.map.getSource<GeoJSONSource>(name) : undefined;
  }

  private featureAt({ point }: MapMouseEvent): MapGeoJSONFeature | undefined {
    if (!this.ready) return undefined;
    const around: [[number, number], [number, number]] = [
      [point.x - TOUCH_RADIUS_PX, point.y - TOUCH_RADIUS_PX],
      [point.x + TOUCH_RADIUS_PX, point.y + TOUCH_RADIUS_PX],
    ];
    const found = this.map.queryRenderedFeatures(around, { layers: POINTED_AT });
    const distance = ({ geometry }: MapGeoJSONFeature): number =>
      this.map.project((geometry as GeoJSON.Point).coordinates as [number, number]).dist(point);
    return found.reduce<MapGeoJSONFeature | undefined>(
      (nearest, each) => (nearest !== undefined && distance(nearest) <= distance(each) ? nearest : each),
      undefined,
    );
  }

  private clicked(event: MapMouseEvent): void {
    const feature = this.featureAt(event);
    if (feature === undefined) return this.options.onSelect(undefined);
    const {
      id,
      clusterId,
      west,
      south,
      east,
      north,
      count = 1,
      splits = false,
    } = feature.properties as ObjectProperties & ClusterProperties;
    if (clusterId === undefined && id !== '') this.options.onSelect(id);
    else this.options.onCluster({ west, south, east, north, count, splits, members: this.members.get(clusterId) });
  }

  private hovered(event: MapMouseEvent): void {
    const feature = this.featureAt(event);
    this.map.getCanvas().style.cursor = feature === undefined ? '' : 'pointer';
    const { x, y } = event.point;
    const {
      id,
      title = '',
      type = '',
      observedAt,
      count,
      types,
    } = (feature?.properties ?? {}) as Partial<ObjectProperties & ClusterProperties>;
    if (count !== undefined)
      this.options.onHover({ x, y, cluster: { count, types: Object.entries(JSON.parse(types ?? '{}') as Record<string, number>) } });
    else this.options.onHover(!id || observedAt === undefined ? undefined : { x, y, object: { id, title, type, observedAt } });
  }

  private moved(by: MovedBy): void {
    const { lat, lng } = this.map.getCenter().wrap();
    this.tilesChanged = true;
    this.readTiles();
    this.options.onMoved(this.view, { lat, lon: lng, zoom: this.map.getZoom() }, by);
  }
}

/** The former feature if it looks the same, so that it need not be drawn again. */
function sameAs(before: DrawnFeature | undefined, now: DrawnFeature): DrawnFeature {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** The most frequent names; a cluster counts the others without their names. */
function namesOfCluster(properties: Record<string, unknown>, by: 'type' | 'category'): string[] {
  const counted = properties[by === 'type' ? 'types' : 'categories'];
  return typeof counted === 'string' ? Object.keys(JSON.parse(counted) as Record<string, number>) : [];
}

/** Resolves when the fonts are loaded; otherwise, the first labels would have another font. */
export const fontsLoaded = (): Promise<unknown> =>
  Promise.allSettled([document.fonts.load(`400 12px "${FONT}"`), document.fonts.load(`600 12px "${FONT}"`)]);
