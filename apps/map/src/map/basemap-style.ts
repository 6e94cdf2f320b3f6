import type { LayerSpecification, RasterLayerSpecification, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import type { AppSettings, RasterTiles, StreetTiles } from '../api/app-settings.js';
import { type BasemapChoice, isDarkGround } from './basemap-choice.js';
import { addStreets, escaped, firstZoom, inDrawingOrder, regionsOf } from './street-style.js';

export const FONT = 'Noto Sans';
/** From this zoom on, the bundled basemap has hardly any content. */
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

const LIGHT: Tones = {
  sea: '#cfdfe6',
  land: '#f4f3ee',
  line: '#b9b3a6',
  water: '#b7cfda',
  country: '#6b6f76',
  place: '#3f474f',
  halo: '#f8f8f5',
};
const DARK: Tones = {
  sea: '#0f1a21',
  land: '#1d262c',
  line: '#42505a',
  water: '#13242e',
  country: '#8e9aa4',
  place: '#c3ccd3',
  halo: '#141c21',
};

export interface Ground {
  basemap: BasemapChoice;
  /** Theme of the app; some basemaps are light or dark regardless. */
  dark: boolean;
  /** Language of place names. */
  language: string;
}

/**
 * The background of the map: the bundled basemap, and on it the chosen one. Text uses the fonts of the page, so there are no glyphs or
 * sprites to load. An operator's own style is an address, with its own theme.
 */
export function groundStyle(settings: AppSettings, { basemap, dark: darkApp, language }: Ground): StyleSpecification | string {
  const { streetMap, satellite, streets } = settings;
  if (basemap === 'online' && streetMap !== null && 'style' in streetMap) return streetMap.style;
  const dark = isDarkGround(basemap, darkApp);
  const own = {
    type: 'vector' as const,
    tiles: [`${location.origin}${settings.basemap.tiles}`],
    maxzoom: settings.basemap.maxZoom,
    attribution: 'Natural Earth, GeoNames',
  };
  const ground: StyleSpecification = { version: 8, sources: { basemap: own }, layers: [] };
  if (basemap === 'satellite') {
    ground.layers = groundLayers(DARK, []);
    for (const [n, map] of streets.filter(({ schema }) => schema === 'raster').entries())
      addRaster(ground, `pictures-${n}`, { ...map, tiles: location.origin + map.tiles }, {}, { minzoom: map.minZoom, bounds: map.bounds });
    if (satellite !== null) addRaster(ground, 'satellite', satellite, {});
    return ground;
  }
  const shown = basemap === 'streets' || basemap === 'light' || basemap === 'dark' ? inDrawingOrder(streets) : [];
  ground.layers = groundLayers(dark ? DARK : LIGHT, shown);
  addStreets(ground, shown, { dark, language, font: FONT });
  if (basemap === 'online' && streetMap !== null && 'tiles' in streetMap)
    addRaster(
      ground,
      'streets',
      streetMap,
      dark ? { 'raster-brightness-max': 0.6, 'raster-saturation': -0.4, 'raster-contrast': 0.1 } : {},
    );
  return ground;
}

function addRaster(
  style: StyleSpecification,
  id: string,
  { tiles, attribution, maxZoom }: RasterTiles,
  paint: RasterLayerSpecification['paint'],
  more: { minzoom?: number; bounds?: [number, number, number, number] } = {},
): void {
  style.sources[id] = { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: maxZoom, attribution: escaped(attribution), ...more };
  style.layers.push({ id, type: 'raster', source: id, minzoom: Math.max(5, more.minzoom ?? 0), paint });
}

/** Places of the bundled basemap; street maps have their own names. */
function placeLayers(places: SymbolLayerSpecification, streets: readonly StreetTiles[]): SymbolLayerSpecification[] {
  if (streets.length === 0) return [places];
  const first = Math.min(...streets.map(firstZoom));
  return [
    { ...places, maxzoom: first },
    { ...places, id: 'places-outside', minzoom: first, filter: ['!', ['within', regionsOf(streets)]] },
  ];
}

function groundLayers(tones: Tones, streets: readonly StreetTiles[]): LayerSpecification[] {
  const from = { source: 'basemap' } as const;
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': tones.sea } },
    { id: 'land', type: 'fill', ...from, 'source-layer': 'land', paint: { 'fill-color': tones.land } },
    {
      id: 'rivers',
      type: 'line',
      ...from,
      'source-layer': 'rivers',
      minzoom: 3,
      paint: { 'line-color': tones.water, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.4, 10, 2] },
    },
    { id: 'lakes', type: 'fill', ...from, 'source-layer': 'lakes', paint: { 'fill-color': tones.water } },
    {
      id: 'borders',
      type: 'line',
      ...from,
      'source-layer': 'borders',
      paint: { 'line-color': tones.line, 'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.5, 8, 1.6], 'line-dasharray': [3, 2] },
    },
    {
      id: 'countries',
      type: 'symbol',
      ...from,
      'source-layer': 'countries',
      maxzoom: 8,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [FONT],
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 15],
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.08,
        'text-max-width': 7,
        'symbol-sort-key': ['-', 0, ['get', 'size']],
      },
      paint: { 'text-color': tones.country, 'text-halo-color': tones.halo, 'text-halo-width': 1.2 },
    },
    ...placeLayers(
      {
        id: 'places',
        type: 'symbol',
        ...from,
        'source-layer': 'places',
        minzoom: 3,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': [FONT],
          'text-size': ['interpolate', ['linear'], ['log10', ['max', 1, ['get', 'people']]], 3, 10, 7, 14],
          'text-max-width': 8,
          'symbol-sort-key': ['-', 0, ['get', 'people']],
          'text-padding': 6,
        },
        paint: { 'text-color': tones.place, 'text-halo-color': tones.halo, 'text-halo-width': 1.2 },
      },
      streets,
    ),
  ];
}
