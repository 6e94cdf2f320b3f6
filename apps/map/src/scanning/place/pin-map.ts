import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as MapLibreMap, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { AppSettings } from '../../api/app-settings.js';
import type { BasemapChoice } from '../../map/basemap-choice.js';
import { groundStyle } from '../../map/basemap-style.js';

setWorkerUrl(workerUrl);

const WORLD = { lat: 25, lon: 10, zoom: 1 };
const CLOSE_ZOOM = 14;

/** A small map with one pin, to say where something is. */
export class PinMap {
  private readonly map: MapLibreMap;
  private marker: Marker | undefined;

  constructor(private readonly options: { container: HTMLElement; settings: AppSettings; dark: boolean; basemap: BasemapChoice; at: { lat: number; lon: number } | undefined; onMoved: (at: { lat: number; lon: number }) => void }) {
    const { container, settings, dark, basemap, at } = options;
    this.map = new MapLibreMap({ container, style: groundStyle(settings, { basemap, dark, language: document.documentElement.lang }), center: at ?? WORLD, zoom: at === undefined ? WORLD.zoom : CLOSE_ZOOM, maxPitch: 0, dragRotate: false, attributionControl: { compact: true } });
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    this.map.on('click', ({ lngLat }) => this.moved(lngLat));
    if (at !== undefined) this.put(at);
  }

  /** Puts the pin where it was said otherwise, by numbers or the device. */
  show(at: { lat: number; lon: number }): void {
    const { lat, lng } = this.marker?.getLngLat() ?? { lat: Number.NaN, lng: Number.NaN };
    if (lat === at.lat && lng === at.lon) return;
    this.put(at);
    this.map.jumpTo({ center: at, zoom: Math.max(this.map.getZoom(), CLOSE_ZOOM) });
  }

  /** Begins where the objects are. */
  fit({ west, south, east, north }: { west: number; south: number; east: number; north: number }): void {
    if (this.marker === undefined) this.map.fitBounds([[west, south], [east < west ? east + 360 : east, north]], { padding: 30, maxZoom: CLOSE_ZOOM, animate: false });
  }

  destroy(): void {
    this.map.remove();
  }

  private put({ lat, lon }: { lat: number; lon: number }): void {
    if (this.marker === undefined) {
      this.marker = new Marker({ draggable: true, color: '#0f766e' }).setLngLat([lon, lat]).addTo(this.map);
      this.marker.on('dragend', () => this.moved(this.marker!.getLngLat()));
    } else this.marker.setLngLat([lon, lat]);
  }

  /** To some 10 cm: a pin is not more exact. */
  private moved({ lat, lng }: { lat: number; lng: number }): void {
    const at = { lat: Math.round(lat * 1e6) / 1e6, lon: Math.round((((((lng + 180) % 360) + 360) % 360) - 180) * 1e6) / 1e6 };
    this.put(at);
    this.options.onMoved(at);
  }
}
