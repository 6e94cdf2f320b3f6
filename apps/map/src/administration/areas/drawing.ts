import type { Signal } from '@preact/signals';
import type { MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { LonLat } from '#geofence/geometry.js';
import type { MapScene } from '../../map/map-scene.js';
import { ringAround } from '../../map/object-features.js';
import { geometryOf, metresBetween, type Outline, rounded } from './outline.js';

/** The effect of a click on the map. */
export type Tool = 'none' | 'polygon' | 'circle';

const SOURCE = 'area-draft';
const HANDLES = 'area-draft-handles';
const COLOUR = '#d55e00';
const REACH_PX = 14;

/** Draws an outline on the map and edits it there by clicks for corners and dragged handles. */
export class Drawing {
  private dragged: number | undefined;

  constructor(
    private readonly scene: MapScene,
    private readonly outline: Signal<Outline>,
    private readonly tool: Signal<Tool>,
  ) {
    const { map } = scene;
    map.doubleClickZoom.disable();
    map.on('click', (event) => this.clicked(event));
    map.on('mousedown', (event) => this.grabbed(event));
    map.on('touchstart', (event) => this.grabbed(event));
    map.on('mousemove', (event) => this.moved(event));
    map.on('touchmove', (event) => this.moved(event));
    map.on('mouseup', () => this.released());
    map.on('touchend', () => this.released());
  }

  /** Draws the current outline. */
  show(): void {
    const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: featuresOf(this.outline.peek()) };
    this.scene.overlay(SOURCE, (on) =>
      on.draw(SOURCE, data, [
        {
          id: 'area-draft-fill',
          type: 'fill',
          source: SOURCE,
          filter: ['==', ['geometry-type'], 'Polygon'],
          paint: { 'fill-color': COLOUR, 'fill-opacity': 0.18 },
        },
        {
          id: 'area-draft-line',
          type: 'line',
          source: SOURCE,
          filter: ['!=', ['geometry-type'], 'Point'],
          paint: { 'line-color': COLOUR, 'line-width': 2.5 },
        },
        {
          id: HANDLES,
          type: 'circle',
          source: SOURCE,
          filter: ['==', ['geometry-type'], 'Point'],
          paint: { 'circle-radius': 6, 'circle-color': '#ffffff', 'circle-stroke-color': COLOUR, 'circle-stroke-width': 2.5 },
        },
      ]),
    );
  }

  private clicked({ lngLat, point }: MapMouseEvent): void {
    const outline = this.outline.peek();
    const place = rounded(lngLat);
    if (this.tool.peek() === 'polygon') {
      const corners = outline.is === 'polygon' ? outline.corners : [];
      if (corners.length >= 3 && this.near(corners[0]!, point)) this.tool.value = 'none';
      else this.outline.value = { is: 'polygon', corners: [...corners, place], holes: outline.is === 'polygon' ? outline.holes : [] };
    } else if (this.tool.peek() === 'circle') {
      if (outline.is !== 'circle' || outline.center === undefined) this.outline.value = { is: 'circle', center: place, radius: undefined };
      else {
        this.outline.value = { ...outline, radius: Math.max(1, Math.round(metresBetween(outline.center, place))) };
        this.tool.value = 'none';
      }
    }
  }

  private grabbed(event: MapMouseEvent | MapTouchEvent): void {
    if (this.tool.peek() !== 'none') return;
    const at = handlesOf(this.outline.peek()).findIndex((handle) => this.near(handle, event.point));
    if (at < 0) return;
    this.dragged = at;
    event.preventDefault();
    this.scene.map.dragPan.disable();
  }

  private moved({ lngLat }: MapMouseEvent | MapTouchEvent): void {
    const { dragged } = this;
    const outline = this.outline.peek();
    if (dragged === undefined) return;
    const place = rounded(lngLat);
    if (outline.is === 'polygon')
      this.outline.value = { ...outline, corners: outline.corners.map((corner, at) => (at === dragged ? place : corner)) };
    else if (outline.is === 'circle' && outline.center !== undefined)
      this.outline.value =
        dragged === 0
          ? { ...outline, center: place }
          : { ...outline, radius: Math.max(1, Math.round(metresBetween(outline.center, place))) };
  }

  private released(): void {
    if (this.dragged === undefined) return;
    this.dragged = undefined;
    this.scene.map.dragPan.enable();
  }

  private near(place: LonLat, point: { x: number; y: number }): boolean {
    const at = this.scene.map.project([place[0], place[1]]);
    return Math.hypot(at.x - point.x, at.y - point.y) <= REACH_PX;
  }
}

/** For a circle: its centre and one point on its border. */
function handlesOf(outline: Outline): readonly LonLat[] {
  if (outline.is === 'polygon') return outline.corners;
  if (outline.is === 'several' || outline.center === undefined) return [];
  const [lon, lat] = outline.center;
  return outline.radius === undefined
    ? [outline.center]
    : [outline.center, ringAround(lat, lon, outline.radius).geometry.coordinates[0]![0] as unknown as LonLat];
}

function featuresOf(outline: Outline): GeoJSON.Feature[] {
  const handles = handlesOf(outline).map((place): GeoJSON.Feature => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [...place] },
  }));
  if (outline.is === 'circle') {
    const { center, radius } = outline;
    return center === undefined || radius === undefined ? handles : [ringAround(center[1], center[0], radius), ...handles];
  }
  if (outline.is === 'polygon' && outline.corners.length < 3) {
    return outline.corners.length < 2
      ? handles
      : [
          { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: outline.corners.map((corner) => [...corner]) } },
          ...handles,
        ];
  }
  return [{ type: 'Feature', properties: {}, geometry: geometryOf(outline) as unknown as GeoJSON.Geometry }, ...handles];
}
