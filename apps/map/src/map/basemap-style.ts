import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { AppSettings } from '../api/app-settings.js';

export const FONT = 'Noto Sans';
/** From this zoom on the basemap that comes with the app shows hardly anything. */
export const STREET_ZOOM = 11;

interface Tones {
  sea: string;
  land: string;
  line: string;
  water: string;
  country: string;
  place: string;
  halo: string;
}

const LIGHT: Tones = { sea: '#cfdfe6', land: '#f4f3ee', line: '#b9b3a6', water: '#b7cfda', country: '#6b6f76', place: '#3f474f', halo: '#f8f8f5' };
const DARK: Tones = { sea: '#0f1a21', land: '#1d262c', line: '#42505a', water: '#13242e', country: '#8e9aa4', place: '#c3ccd3', halo: '#141c21' };

/**
 * The ground of the map: what the operator set, else the basemap that comes with the app. Text is drawn from the fonts of the page; there are
 * neither glyphs nor sprites to fetch. A style of the operator's own is an address, and its theme its own.
 */
export function groundStyle(settings: AppSettings, dark: boolean): StyleSpecification | string {
  const { streetMap } = settings;
  if (streetMap !== null && 'style' in streetMap) return streetMap.style;
  const tones = dark ? DARK : LIGHT;
  const basemap = { type: 'vector' as const, tiles: [`${location.origin}${settings.basemap.tiles}`], maxzoom: settings.basemap.maxZoom, attribution: 'Natural Earth, GeoNames' };
  const ground: StyleSpecification = { version: 8, sources: { basemap }, layers: groundLayers(tones) };
  if (streetMap === null) return ground;
  const { tiles, attribution, maxZoom } = streetMap;
  ground.sources.streets = { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: maxZoom, attribution: escaped(attribution) };
  ground.layers.push({ id: 'streets', type: 'raster', source: 'streets', minzoom: 5, paint: dark ? { 'raster-brightness-max': 0.6, 'raster-saturation': -0.4, 'raster-contrast': 0.1 } : {} });
  return ground;
}

function groundLayers(tones: Tones): LayerSpecification[] {
  const from = { source: 'basemap' } as const;
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': tones.sea } },
    { id: 'land', type: 'fill', ...from, 'source-layer': 'land', paint: { 'fill-color': tones.land } },
    { id: 'rivers', type: 'line', ...from, 'source-layer': 'rivers', minzoom: 3, paint: { 'line-color': tones.water, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.4, 10, 2] } },
    { id: 'lakes', type: 'fill', ...from, 'source-layer': 'lakes', paint: { 'fill-color': tones.water } },
    { id: 'borders', type: 'line', ...from, 'source-layer': 'borders', paint: { 'line-color': tones.line, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 8, 1.6], 'line-dasharray': [3, 2] } },
    {
      id: 'countries',
      type: 'symbol',
      ...from,
      'source-layer': 'countries',
      maxzoom: 8,
      layout: { 'text-field': ['get', 'name'], 'text-font': [FONT], 'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 15], 'text-transform': 'uppercase', 'text-letter-spacing': 0.08, 'text-max-width': 7, 'symbol-sort-key': ['-', 0, ['get', 'size']] },
      paint: { 'text-color': tones.country, 'text-halo-color': tones.halo, 'text-halo-width': 1.2 },
    },
    {
      id: 'places',
      type: 'symbol',
      ...from,
      'source-layer': 'places',
      minzoom: 3,
      layout: { 'text-field': ['get', 'name'], 'text-font': [FONT], 'text-size': ['interpolate', ['linear'], ['log10', ['max', 1, ['get', 'people']]], 3, 10, 7, 14], 'text-max-width': 8, 'symbol-sort-key': ['-', 0, ['get', 'people']], 'text-padding': 6 },
      paint: { 'text-color': tones.place, 'text-halo-color': tones.halo, 'text-halo-width': 1.2 },
    },
  ];
}

/** The attribution is the operator's, but MapLibre takes it for HTML. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
