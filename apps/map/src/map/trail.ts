import { signal } from '@preact/signals';
import type { LayerSpecification } from 'maplibre-gl';
import type { App } from '../app/app.js';
import { FONT } from './basemap-style.js';
import { type BoundingBox, boxAround } from './bounding-box.js';
import type { MapScene } from './map-scene.js';

/** Metres; a more precise line looks the same on a screen. */
const SIMPLIFIED_TO = 5;
const SOURCE = 'trail';
/** Trails are drawn below the objects. */
const BELOW = 'accuracy';
const ARROW = 'trail-arrow';
const ARROW_SIZE = 24;
const COLOUR = '#d55e00';

/** Milliseconds since the epoch. */
export interface TrailSpan {
  from: number;
  to: number;
}

/** A stretch without a gap (split at the antimeridian), or a single report between two gaps. */
type Line = GeoJSON.Feature<GeoJSON.LineString | GeoJSON.MultiLineString | GeoJSON.Point, { times?: string[]; observedAt?: string }>;

/** A place where the object stayed for a while; times in milliseconds. */
interface TrailStop {
  lat: number;
  lon: number;
  from: number;
  to: number;
}

/**
 * The trail of an object on the map: lines with arrows and times, and its stops. Hiding it takes precedence over reads in progress: after
 * each await, the result is dropped unless it belongs to the newest call of `show`.
 */
export class Trail {
  /** The box around everything shown; undefined if nothing is. */
  readonly box = signal<BoundingBox | undefined>(undefined);
  private pending: AbortController | undefined;

  constructor(
    private readonly app: App,
    private readonly scene: Pick<MapScene, 'overlay' | 'erase' | 'onDark'>,
    private readonly externalId: string,
  ) {}

  /** Shows this period instead of the previous one. @throws ApiProblem */
  async show(span: TrailSpan): Promise<void> {
    this.pending?.abort();
    const pending = new AbortController();
    this.pending = pending;
    try {
      const [lines, stops] = await Promise.all([this.readLines(span, pending.signal), this.readStops(span, pending.signal)]);
      if (this.pending === pending) this.draw(lines, stops);
    } catch (error) {
      if (this.pending === pending) throw error;
    }
  }

  hide(): void {
    this.pending?.abort();
    this.pending = undefined;
    this.box.value = undefined;
    this.scene.overlay(SOURCE, undefined);
    this.scene.erase(SOURCE);
  }

  private draw(lines: readonly Line[], stops: readonly TrailStop[]): void {
    const format = this.app.format.peek();
    const time = (at: number): string => format.shortTime(at, Date.now());
    const features = [
      ...lines,
      ...timesAlong(lines, time),
      ...stops.map((stop) => featureOfStop(stop, `${time(stop.from)} · ${format.duration(stop.to - stop.from)}`)),
    ];
    this.scene.overlay(SOURCE, (on) => {
      if (!on.map.hasImage(ARROW)) on.map.addImage(ARROW, drawArrow(), { pixelRatio: 2 });
      on.draw(SOURCE, { type: 'FeatureCollection', features }, trailLayers(on.onDark), BELOW);
    });
    this.box.value = boxAround(lines.flatMap((line) => placesOf(line).map(([lon, lat]) => ({ lat: lat!, lon: lon! }))));
  }

  private async readLines({ from, to }: TrailSpan, ended: AbortSignal): Promise<Line[]> {
    const query = new URLSearchParams({
      format: 'geojson',
      geometry: 'lines',
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      simplify: String(SIMPLIFIED_TO),
    });
    const path = `/groups/${encodeURIComponent(this.app.workspace.id)}/externalObjects/${encodeURIComponent(this.externalId)}/history`;
    const response = await this.app.fetch(new Request(`${location.origin}${path}?${query.toString()}`, { signal: ended }));
    return ((await response.json()) as { features: Line[] }).features;
  }

  private async readStops(span: TrailSpan, ended: AbortSignal): Promise<TrailStop[]> {
    const { data } = await this.app.api.GET('/groups/{groupID}/externalObjects/{externalId}/trips', {
      params: {
        path: { groupID: this.app.workspace.id, externalId: this.externalId },
        query: { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() },
      },
      signal: ended,
    });
    return data!.segments.flatMap(({ kind, lat, lon, from, to }) =>
      kind === 'stop' && lat !== undefined && lon !== undefined ? [{ lat, lon, from: Date.parse(from), to: Date.parse(to) }] : [],
    );
  }
}

interface TimeProperties {
  time: string;
  kind: 'time' | 'end' | 'stop';
}

function placesOf({ geometry }: Line): GeoJSON.Position[] {
  return geometry.type === 'Point'
    ? [geometry.coordinates]
    : geometry.type === 'MultiLineString'
      ? geometry.coordinates.flat()
      : geometry.coordinates;
}

/** A point with its time at each corner of the lines; the very first and last are always shown. */
export function timesAlong(lines: readonly Line[], text: (at: number) => string): GeoJSON.Feature<GeoJSON.Point, TimeProperties>[] {
  const corners = lines
    .flatMap((line) => {
      const { times = [], observedAt } = line.properties;
      return placesOf(line).map((place, n) => ({ place, at: Date.parse(times[n] ?? observedAt ?? '') }));
    })
    .filter(({ at }) => !Number.isNaN(at))
    .sort((a, b) => a.at - b.at);
  const ends = new Set([corners[0], corners.at(-1)]);
  return corners.map((corner) => ({
    type: 'Feature',
    properties: { time: text(corner.at), kind: ends.has(corner) ? 'end' : 'time' },
    geometry: { type: 'Point', coordinates: corner.place },
  }));
}

const featureOfStop = ({ lat, lon }: TrailStop, time: string): GeoJSON.Feature<GeoJSON.Point, TimeProperties> => ({
  type: 'Feature',
  properties: { time, kind: 'stop' },
  geometry: { type: 'Point', coordinates: [lon, lat] },
});

/** Times appear where there is room, so zooming in shows more. Stops are last, because MapLibre places upper layers first. */
function trailLayers(dark: boolean): LayerSpecification[] {
  const from = { source: SOURCE } as const;
  const isLine = ['==', ['geometry-type'], 'LineString'];
  const isKind = (kind: TimeProperties['kind']) => ['==', ['get', 'kind'], kind];
  const line = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const label = {
    'text-field': ['get', 'time'],
    'text-font': [FONT],
    'text-size': 11,
    'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
    'text-radial-offset': 0.7,
    'text-padding': 12,
  };
  const always = { ...label, 'text-padding': 2, 'text-allow-overlap': true };
  const ink = { 'text-color': dark ? '#ffb27a' : '#8a3d00', 'text-halo-color': dark ? '#12171b' : '#ffffff', 'text-halo-width': 1.5 };
  const dot = { 'circle-color': '#ffffff', 'circle-stroke-width': 2, 'circle-stroke-color': COLOUR };
  const arrows = {
    'symbol-placement': 'line',
    'symbol-spacing': 80,
    'icon-image': ARROW,
    'icon-allow-overlap': true,
    'icon-ignore-placement': true,
  };
  return [
    {
      id: 'trail-edge',
      type: 'line',
      ...from,
      filter: isLine,
      layout: line,
      paint: { 'line-color': '#ffffff', 'line-width': 6, 'line-opacity': 0.7 },
    },
    { id: 'trail-line', type: 'line', ...from, filter: isLine, layout: line, paint: { 'line-color': COLOUR, 'line-width': 3 } },
    { id: 'trail-arrows', type: 'symbol', ...from, filter: isLine, layout: arrows },
    { id: 'trail-end-dots', type: 'circle', ...from, filter: isKind('end'), paint: { 'circle-radius': 4, ...dot } },
    {
      id: 'trail-stop-dots',
      type: 'circle',
      ...from,
      filter: isKind('stop'),
      paint: { 'circle-radius': 7, ...dot, 'circle-stroke-width': 4 },
    },
    { id: 'trail-times', type: 'symbol', ...from, filter: isKind('time'), layout: label, paint: ink },
    { id: 'trail-ends', type: 'symbol', ...from, filter: isKind('end'), layout: always, paint: ink },
    {
      id: 'trail-stops',
      type: 'symbol',
      ...from,
      filter: isKind('stop'),
      layout: { ...label, 'text-padding': 4, 'text-radial-offset': 1 },
      paint: ink,
    },
  ] as LayerSpecification[];
}

/** Points to the east, the direction of lines. */
function drawArrow(): ImageData {
  const pen = new OffscreenCanvas(ARROW_SIZE, ARROW_SIZE).getContext('2d')!;
  pen.beginPath();
  pen.moveTo(ARROW_SIZE - 2, ARROW_SIZE / 2);
  pen.lineTo(5, 3);
  pen.lineTo(9, ARROW_SIZE / 2);
  pen.lineTo(5, ARROW_SIZE - 3);
  pen.closePath();
  pen.fillStyle = COLOUR;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = 2;
  pen.stroke();
  pen.fill();
  return pen.getImageData(0, 0, ARROW_SIZE, ARROW_SIZE);
}
