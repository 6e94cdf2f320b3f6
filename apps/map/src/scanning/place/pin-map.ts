import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as MapLibreMap, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { AppSettings } from '../../api/app-settings.js';
import type { BasemapChoice } from '../../map/basemap-choice.js';
import { groundStyle } from '../../map/basemap-style.js';
import { type BoundingBox, cornersOf } from '../../map/bounding-box.js';

setWorkerUrl(workerUrl);

const CLOSE_ZOOM = 14;
/** Pixels that the map moves by an arrow key with Shift; without Shift, it moves by 100. */
const FINE_STEP = 5;
const ARROWS: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-FINE_STEP, 0],
  ArrowRight: [FINE_STEP, 0],
  ArrowUp: [0, -FINE_STEP],
  ArrowDown: [0, FINE_STEP],
};

interface PinMapOptions {
  container: HTMLElement;
  settings: AppSettings;
  dark: boolean;
  basemap: BasemapChoice;
  camera: { lat: number; lon: number; zoom: number };
  label: string;
  locale: Record<string, string>;
  /** Called with the position under the pin whenever the map has stopped moving. */
  onMoved: (at: { lat: number; lon: number }) => void;
}

/** A map that moves under a pin in its centre, to select a position. */
export class PinMap {
  readonly map: MapLibreMap;

  constructor({ container, settings, dark, basemap, camera, label, locale, onMoved }: PinMapOptions) {
    this.map = new MapLibreMap({
      container,
      style: groundStyle(settings, { basemap, dark, language: document.documentElement.lang }),
      center: camera,
      zoom: camera.zoom,
      maxPitch: 0,
      dragRotate: false,
      attributionControl: { compact: true },
      locale: { ...locale, 'Map.Title': label },
      fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.keyboard.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    const canvas = this.map.getCanvas();
    canvas.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? ARROWS[event.key] : undefined;
      if (step !== undefined) this.map.panBy(step, { animate: false });
    });
    this.map.on('moveend', () => onMoved(this.centre));
    onMoved(this.centre);
  }

  /** Rounded to about 10 cm, since a pin is not more precise. */
  get centre(): { lat: number; lon: number } {
    const { lat, lng } = this.map.getCenter().wrap();
    return { lat: Math.round(lat * 1e6) / 1e6, lon: Math.round(lng * 1e6) / 1e6 };
  }

  focus(): void {
    this.map.getCanvas().focus();
  }

  goTo({ lat, lon, zoom }: { lat: number; lon: number; zoom: number }): void {
    this.map.jumpTo({ center: [lon, lat], zoom: Math.max(this.map.getZoom(), zoom) });
  }

  fit(box: BoundingBox): void {
    this.map.fitBounds(cornersOf(box), { padding: 30, maxZoom: CLOSE_ZOOM, animate: false });
  }

  destroy(): void {
    this.map.remove();
  }
}
