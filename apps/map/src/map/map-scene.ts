import 'maplibre-gl/dist/maplibre-gl.css';
import { type GeoJSONSource, type LayerSpecification, Map as MapLibreMap, type MapGeoJSONFeature, type MapMouseEvent, ScaleControl, setWorkerUrl, type VectorTileSource } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { AppSettings } from '../api/app-settings.js';
import type { Units } from '../preferences/preferences.js';
import { FONT, groundStyle } from './basemap-style.js';
import { type BoundingBox, normalised } from './bounding-box.js';
import { markBusy } from './busy-mark.js';
import { drawHeading } from './heading-image.js';
import { OBJECT_ICONS } from '../objects/icons/pictures.js';
import { iconImage, imageOf } from './icon-images.js';
import { CLUSTER_LAYER, clusterLayers, clusterRing, type Look, objectFilters, objectLayerNames, objectLayers, objectPaint, type ObjectSource, selectionLayers } from './object-layers.js';
import { type ObjectFeature, ringAround } from './object-features.js';

setWorkerUrl(workerUrl);

/** A circle of the server's with a number. */
export interface Cluster extends BoundingBox {
  count: number;
  /** False: zooming in does not take it apart. */
  splits: boolean;
}

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
  units: Units;
  camera: Camera;
  /** Words of MapLibre's own controls. */
  locale: Record<string, string>;
  token: () => Promise<string | undefined>;
  onSelect: (id: string | undefined) => void;
  onCluster: (cluster: Cluster) => void;
  /** The map stands still again. @param byHand somebody moved it */
  onMoved: (view: BoundingBox, camera: Camera, byHand: boolean) => void;
  onHover: (object: { id: string; title: string; type: string; observedAt: number; x: number; y: number } | undefined) => void;
  /** Types, or categories, of what is drawn from tiles. */
  onDrawn: (names: readonly string[]) => void;
}

export interface Colouring {
  colours: ReadonlyMap<string, string>;
  /** Name of the Category field; undefined: by type. */
  field: string | undefined;
}

const EMPTY: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const CLOSEST_TILES = 16;
const TOUCH_RADIUS_PX = 8;
const FIT_PADDING_PX = 60;
const AGES_EVERY_SECONDS = 30;

/** Everything that is drawn by WebGL. Knows nothing of the app around it but what it is told. */
export class MapScene {
  readonly map: MapLibreMap;
  private source: ObjectSource = 'tiles';
  private colouring: Colouring = { colours: new Map(), field: undefined };
  private now = Math.floor(Date.now() / 1000);
  private dark: boolean;
  private live: ObjectFeature[] = [];
  private selection: GeoJSON.FeatureCollection = EMPTY;
  private ready = false;
  private floor: string | undefined;
  private types: readonly string[] = [];
  private covered = { right: 0, below: 0 };
  private moving: 'by-hand' | 'by-app' = 'by-app';
  /** Layers of others, drawn again with a new ground. */
  private readonly overlays = new Map<string, (scene: MapScene) => void>();
  private readonly endMarking: () => void;

  constructor(private readonly options: SceneOptions) {
    const { container, settings, dark, camera, units, locale } = options;
    this.dark = dark;
    this.map = new MapLibreMap({
      container,
      style: groundStyle(settings, dark),
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
    this.map.on('style.load', () => this.dress());
    this.map.on('click', (event) => this.clicked(event));
    this.map.on('mousemove', (event) => this.hovered(event));
    this.map.on('mouseout', () => options.onHover(undefined));
    this.map.on('movestart', (event) => (this.moving = event.originalEvent === undefined ? 'by-app' : 'by-hand'));
    this.map.on('moveend', () => this.moved());
    this.map.on('idle', () => this.tellDrawn());
    this.endMarking = markBusy(this.map, container);
    this.map.once('load', () => this.moved());
  }

  destroy(): void {
    this.endMarking();
    this.map.remove();
  }

  get view(): BoundingBox {
    const bounds = this.map.getBounds();
    return normalised({ west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() });
  }

  /** Another ground, with everything else as it was. */
  setTheme(dark: boolean): void {
    if (dark === this.dark) return;
    this.dark = dark;
    this.ready = false;
    this.map.setStyle(groundStyle(this.options.settings, dark), { diff: false });
  }

  /** Draws these, instead of tiles. */
  showObjects(features: ObjectFeature[]): void {
    this.live = features;
    this.use('live');
    void this.geojson('live')?.setData({ type: 'FeatureCollection', features });
  }

  /** Some of what is drawn has changed. */
  changeObjects(changed: readonly ObjectFeature[], left: readonly string[]): void {
    const gone = new Set([...left, ...changed.map(({ id }) => id)]);
    this.live = [...this.live.filter(({ id }) => !gone.has(id)), ...changed];
    void this.geojson('live')?.updateData({ remove: [...left], add: [...changed] });
  }

  /** Draws the server's tiles: each object, or clusters where there are many. */
  showTiles(): void {
    this.use('tiles');
  }

  /** Asks for the tiles again that are shown; those that did not change are answered with nothing. */
  refreshTiles(): void {
    if (this.ready && this.source === 'tiles') this.map.refreshTiles('tiles');
  }

  setColouring(colouring: Colouring): void {
    const other = colouring.field !== this.colouring.field;
    this.colouring = colouring;
    if (!this.ready) return;
    if (other) this.map.getSource<VectorTileSource>('tiles')?.setTiles([this.tilesUrl()]);
    this.repaint();
  }

  /** Asks for tiles of these types only; none: of all. */
  setTypes(types: readonly string[]): void {
    if (types.join() === this.types.join()) return;
    this.types = types;
    if (this.ready) this.map.getSource<VectorTileSource>('tiles')?.setTiles([this.tilesUrl()]);
  }

  /** Shows what is on one floor, and what says none; undefined: everything. Tiles know no floors. */
  setFloor(floor: string | undefined): void {
    this.floor = floor;
    if (this.ready) this.filterFloor();
  }

  /** Ages are as old as this says. @param now milliseconds */
  setTime(now: number): void {
    const seconds = Math.floor(now / 1000);
    // Each repaint makes every tile anew, and no age shows within seconds.
    if (Math.abs(seconds - this.now) < AGES_EVERY_SECONDS) return;
    this.now = seconds;
    if (this.ready) this.repaint();
  }

  select(position: { lat: number; lon: number; accuracy?: number } | undefined): void {
    const features: GeoJSON.Feature[] = [];
    if (position !== undefined) {
      const { lat, lon, accuracy } = position;
      if (accuracy !== undefined && accuracy > 0) features.push(ringAround(lat, lon, accuracy));
      features.push({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, lat] } });
    }
    this.selection = { type: 'FeatureCollection', features };
    void this.geojson('selection')?.setData(this.selection);
  }

  /** Puts something of another part on the map, and again whenever the ground changed; undefined takes it off. */
  overlay(name: string, draw: ((scene: MapScene) => void) | undefined): void {
    if (draw === undefined) this.overlays.delete(name);
    else {
      this.overlays.set(name, draw);
      if (this.ready) draw(this);
    }
  }

  /** Makes a source of GeoJSON with its layers, or gives the source new data. @param below a layer to stay under */
  draw(source: string, data: GeoJSON.FeatureCollection, layers: readonly LayerSpecification[], below?: string): void {
    const present = this.geojson(source);
    if (present !== undefined) void present.setData(data);
    else this.map.addSource(source, { type: 'geojson', data });
    for (const layer of layers) if (this.map.getLayer(layer.id) === undefined) this.map.addLayer(layer, below !== undefined && this.map.getLayer(below) !== undefined ? below : undefined);
  }

  /** Makes a source of vector tiles with its layers anew. @param tiles path of the interface, with {z}/{x}/{y} */
  drawTiles(source: string, tiles: string, maxzoom: number, layers: readonly LayerSpecification[], below?: string): void {
    this.erase(source);
    this.map.addSource(source, { type: 'vector', tiles: [location.origin + tiles], maxzoom });
    for (const layer of layers) this.map.addLayer(layer, below);
  }

  /** Takes a source and its layers off. */
  erase(source: string): void {
    if (!this.ready || this.map.getSource(source) === undefined) return;
    for (const { id, source: of } of this.map.getStyle().layers as { id: string; source?: string }[]) if (of === source) this.map.removeLayer(id);
    this.map.removeSource(source);
  }

  /** So much of the map's right and lower edge, in pixels, is under something else. */
  cover(right: number, below: number): void {
    this.covered = { right, below };
  }

  /** What is drawn, as the address of a picture: what WebGL has drawn is gone when the page is printed. */
  picture(): string {
    this.map.redraw();
    return this.map.getCanvas().toDataURL();
  }

  /** Whether a place is seen: in view, and under nothing. */
  shows({ lat, lon }: { lat: number; lon: number }): boolean {
    const { x, y } = this.map.project([lon, lat]);
    const { clientWidth, clientHeight } = this.map.getContainer();
    return x >= 0 && y >= 0 && x <= clientWidth - this.covered.right && y <= clientHeight - this.covered.below;
  }

  /** Brings a place into the middle of what is seen, and at least so close. */
  goTo({ lat, lon, zoom }: { lat: number; lon: number; zoom?: number }): void {
    const { right, below } = this.covered;
    this.map.easeTo({ center: [lon, lat], zoom: Math.max(this.map.getZoom(), zoom ?? 0), offset: [-right / 2, -below / 2], duration: this.animates ? 500 : 0 });
  }

  /** @param at once: without moving there, as at the begin */
  fit({ west, south, east, north }: BoundingBox, at?: 'once'): void {
    this.map.fitBounds([[west, south], [east < west ? east + 360 : east, north]], { padding: Math.min(FIT_PADDING_PX, this.map.getContainer().clientWidth / 5), maxZoom: 15, animate: at !== 'once' && this.animates });
  }

  zoomBy(steps: number): void {
    this.map.zoomTo(this.map.getZoom() + steps, { animate: this.animates });
  }

  private get animates(): boolean {
    return !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  private use(source: ObjectSource): void {
    if (this.source === source) return;
    this.source = source;
    if (this.ready) this.showSource();
  }

  private showSource(): void {
    for (const { id, source } of this.map.getStyle().layers as { id: string; source?: string }[]) {
      if (source === 'tiles' || source === 'live') this.map.setLayoutProperty(id, 'visibility', source === this.source ? 'visible' : 'none');
    }
  }

  /** Puts all that is ours on a ground that was just loaded. */
  private dress(): void {
    const { map } = this;
    if (map.hasImage('heading')) map.removeImage('heading');
    map.addImage('heading', drawHeading(), { sdf: true, pixelRatio: 2 });
    for (const name of OBJECT_ICONS) if (!map.hasImage(imageOf(name))) map.addImage(imageOf(name), iconImage(name), { sdf: true, pixelRatio: 2 });
    map.addSource('tiles', { type: 'vector', tiles: [this.tilesUrl()], maxzoom: CLOSEST_TILES, promoteId: 'id' });
    map.addSource('live', { type: 'geojson', data: { type: 'FeatureCollection', features: this.live }, promoteId: 'id' });
    map.addSource('selection', { type: 'geojson', data: this.selection });
    for (const layer of [...selectionLayers(this.dark), ...clusterLayers(this.look), ...objectLayers('tiles', this.look), ...objectLayers('live', this.look)]) map.addLayer(layer);
    this.ready = true;
    this.showSource();
    this.filterFloor();
    for (const draw of this.overlays.values()) draw(this);
  }

  private filterFloor(): void {
    for (const [layer, filter] of objectFilters('live', this.floor)) this.map.setFilter(layer, filter);
  }

  private repaint(): void {
    for (const [layer, property, value] of [...objectPaint('tiles', this.look), ...objectPaint('live', this.look)]) this.map.setPaintProperty(layer, property as never, value as never);
    this.map.setPaintProperty(CLUSTER_LAYER, 'circle-stroke-color', clusterRing(this.look));
  }

  private get look(): Look {
    return { dark: this.dark, colours: this.colouring.colours, by: this.by, now: this.now };
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
    const around: [[number, number], [number, number]] = [[point.x - TOUCH_RADIUS_PX, point.y - TOUCH_RADIUS_PX], [point.x + TOUCH_RADIUS_PX, point.y + TOUCH_RADIUS_PX]];
    return this.map.queryRenderedFeatures(around, { layers: [...objectLayerNames(this.source), ...(this.source === 'tiles' ? [CLUSTER_LAYER] : [])] })[0];
  }

  private clicked(event: MapMouseEvent): void {
    const feature = this.featureAt(event);
    if (feature === undefined) return this.options.onSelect(undefined);
    if (feature.layer.id === CLUSTER_LAYER) this.options.onCluster(feature.properties as unknown as Cluster);
    else this.options.onSelect(String(feature.properties.id));
  }

  private hovered(event: MapMouseEvent): void {
    const feature = this.featureAt(event);
    this.map.getCanvas().style.cursor = feature === undefined ? '' : 'pointer';
    const { id, title = '', type = '', observedAt } = (feature?.properties ?? {}) as { id?: string; title?: string; type?: string; observedAt?: number };
    this.options.onHover(id === undefined || observedAt === undefined ? undefined : { id, title, type, observedAt, x: event.point.x, y: event.point.y });
  }

  private moved(): void {
    const { lat, lng } = this.map.getCenter().wrap();
    this.options.onMoved(this.view, { lat, lon: lng, zoom: this.map.getZoom() }, this.moving === 'by-hand');
  }

  private tellDrawn(): void {
    if (!this.ready || this.source !== 'tiles') return;
    const names = new Set<string>();
    for (const { properties } of this.map.querySourceFeatures('tiles', { sourceLayer: 'objects' })) names.add(String(properties[this.by] ?? ''));
    for (const { properties } of this.map.querySourceFeatures('tiles', { sourceLayer: 'clusters' })) for (const name of namesOfCluster(properties, this.by)) names.add(name);
    names.delete('');
    this.options.onDrawn([...names]);
  }
}

/** The commonest ones: a cluster counts the others without naming them. */
function namesOfCluster(properties: Record<string, unknown>, by: 'type' | 'category'): string[] {
  const counted = properties[by === 'type' ? 'types' : 'categories'];
  return typeof counted === 'string' ? Object.keys(JSON.parse(counted) as Record<string, number>) : [];
}

/** Text is drawn as soon as its font is there; without this the first labels would have another. */
export const fontsLoaded = (): Promise<unknown> => Promise.allSettled([document.fonts.load(`400 12px "${FONT}"`), document.fonts.load(`600 12px "${FONT}"`)]);
