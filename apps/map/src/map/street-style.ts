import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { StreetTiles } from '../api/app-settings.js';

/** Below this zoom, the bundled basemap shows more: its coast and places cover the whole world. */
const FIRST_ZOOM = 7;
const OSM_LINK = '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">OpenStreetMap</a>';

interface StreetTones {
  sea: string;
  land: string;
  green: string;
  wood: string;
  sand: string;
  works: string;
  building: string;
  wall: string;
  edge: string;
  minor: string;
  major: string;
  motorway: string;
  path: string;
  rail: string;
  border: string;
  text: string;
  quiet: string;
  waterText: string;
  halo: string;
}

export interface StreetLook {
  dark: boolean;
  /** Language of names, if the map has names in it: `de`. */
  language: string;
  font: string;
}

const LIGHT_STREETS: StreetTones = {
  sea: '#cfdfe6',
  land: '#f4f3ee',
  green: '#dcebd2',
  wood: '#d2e3c8',
  sand: '#f2ead3',
  works: '#ecebe6',
  building: '#e4e0d7',
  wall: '#d2ccc0',
  edge: '#cfc9bc',
  minor: '#ffffff',
  major: '#fdf0c4',
  motorway: '#f8d690',
  path: '#c6bba8',
  rail: '#b3ada4',
  border: '#b9b3a6',
  text: '#3f474f',
  quiet: '#5d656d',
  waterText: '#4d7386',
  halo: '#fbfaf7',
};
const DARK_STREETS: StreetTones = {
  sea: '#0f1a21',
  land: '#1d262c',
  green: '#1d302a',
  wood: '#1b2d27',
  sand: '#2b2c27',
  works: '#222b31',
  building: '#29343c',
  wall: '#33404a',
  edge: '#131b20',
  minor: '#3a4852',
  major: '#4d5d68',
  motorway: '#66757d',
  path: '#44525c',
  rail: '#414d56',
  border: '#42505a',
  text: '#c9d1d8',
  quiet: '#a3adb5',
  waterText: '#7ea3b6',
  halo: '#161e24',
};

/** How a schema of vector tiles names the same content: the layer, and its features. */
interface Chosen {
  layer: string;
  filter?: FilterSpecification;
}

interface Names {
  wood: Chosen;
  green: Chosen;
  sand: Chosen;
  works: Chosen;
  water: Chosen;
  rivers: Chosen;
  buildings: Chosen;
  rails: Chosen;
  paths: Chosen;
  minor: Chosen;
  major: Chosen;
  motorways: Chosen;
  borders: Chosen;
  roadNames: Chosen;
  waterNames: Chosen;
  towns: Chosen;
  quarters: Chosen;
  sights: Chosen;
  /** Rank of a town: lower is more important. */
  rank: ExpressionSpecification;
  tunnel: FilterSpecification;
}

const oneOf = (property: string, ...values: string[]): FilterSpecification => ['in', ['get', property], ['literal', values]];

const OPENMAPTILES: Names = {
  wood: { layer: 'landcover', filter: oneOf('class', 'wood', 'forest') },
  green: { layer: 'park' },
  sand: { layer: 'landcover', filter: oneOf('class', 'sand') },
  works: {
    layer: 'landuse',
    filter: oneOf('class', 'industrial', 'commercial', 'railway', 'hospital', 'school', 'college', 'university', 'stadium', 'retail'),
  },
  water: { layer: 'water' },
  rivers: { layer: 'waterway' },
  buildings: { layer: 'building' },
  rails: { layer: 'transportation', filter: oneOf('class', 'rail', 'transit') },
  paths: { layer: 'transportation', filter: oneOf('class', 'path', 'track', 'pier') },
  minor: { layer: 'transportation', filter: oneOf('class', 'minor', 'service', 'minor_road', 'residential', 'unclassified') },
  major: { layer: 'transportation', filter: oneOf('class', 'primary', 'secondary', 'tertiary') },
  motorways: { layer: 'transportation', filter: oneOf('class', 'motorway', 'trunk') },
  borders: { layer: 'boundary', filter: ['<=', ['coalesce', ['get', 'admin_level'], 99], 4] },
  roadNames: { layer: 'transportation_name', filter: ['!', oneOf('class', 'path', 'track', 'ferry') as ExpressionSpecification] },
  waterNames: { layer: 'water_name' },
  towns: { layer: 'place', filter: oneOf('class', 'city', 'town', 'village') },
  quarters: { layer: 'place', filter: oneOf('class', 'suburb', 'quarter', 'neighbourhood', 'hamlet', 'locality') },
  sights: {
    layer: 'poi',
    filter: [
      'all',
      oneOf(
        'class',
        'railway',
        'hospital',
        'museum',
        'stadium',
        'harbor',
        'castle',
        'attraction',
        'park',
        'college',
        'ferry_terminal',
      ) as ExpressionSpecification,
      ['<=', ['coalesce', ['get', 'rank'], 1], 25],
    ],
  },
  rank: ['match', ['get', 'class'], 'city', 1, 'town', 2, 3],
  tunnel: ['==', ['get', 'brunnel'], 'tunnel'],
};

/** Tiles of version 3 have `pmap:kind`. */
const KIND: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'pmap:kind']];
const kinds = (...values: string[]): FilterSpecification => ['in', KIND, ['literal', values]];

const PROTOMAPS: Names = {
  wood: { layer: 'landuse', filter: kinds('forest', 'wood') },
  green: {
    layer: 'landuse',
    filter: kinds('park', 'garden', 'grass', 'golf_course', 'recreation_ground', 'cemetery', 'pitch', 'playground', 'nature_reserve'),
  },
  sand: { layer: 'landuse', filter: kinds('beach', 'sand') },
  works: {
    layer: 'landuse',
    filter: kinds('industrial', 'commercial', 'railway', 'hospital', 'school', 'university', 'college', 'aerodrome'),
  },
  water: { layer: 'water', filter: ['==', ['geometry-type'], 'Polygon'] },
  rivers: { layer: 'water', filter: ['==', ['geometry-type'], 'LineString'] },
  buildings: { layer: 'buildings' },
  rails: { layer: 'roads', filter: kinds('rail') },
  paths: { layer: 'roads', filter: kinds('path', 'other') },
  minor: { layer: 'roads', filter: kinds('minor_road') },
  major: { layer: 'roads', filter: kinds('major_road', 'medium_road') },
  motorways: { layer: 'roads', filter: kinds('highway') },
  borders: { layer: 'boundaries', filter: kinds('country', 'region') },
  roadNames: { layer: 'roads', filter: ['!', kinds('path', 'other', 'rail', 'ferry') as ExpressionSpecification] },
  waterNames: { layer: 'water', filter: ['==', ['geometry-type'], 'Point'] },
  towns: { layer: 'places', filter: kinds('locality') },
  quarters: { layer: 'places', filter: kinds('neighbourhood', 'macrohood') },
  sights: {
    layer: 'pois',
    filter: kinds('station', 'hospital', 'museum', 'stadium', 'marina', 'attraction', 'park', 'university', 'ferry_terminal', 'aerodrome'),
  },
  rank: ['-', 20, ['coalesce', ['get', 'population_rank'], 0]],
  tunnel: ['any', ['==', ['get', 'is_tunnel'], true], ['==', ['get', 'pmap:level'], -1]],
};

/** The zoom from which a map's streets are shown. */
export const firstZoom = ({ minZoom }: StreetTiles): number => Math.max(FIRST_ZOOM, minZoom);

/** Larger regions are drawn first, so that the map of a town is above that of its country. */
export const inDrawingOrder = (maps: readonly StreetTiles[]): StreetTiles[] =>
  maps.filter(({ schema }) => schema !== 'raster').sort((a, b) => sizeOf(b) - sizeOf(a));
const sizeOf = ({ bounds: [west, south, east, north] }: StreetTiles): number => (east - west) * (north - south);

/** Adds streets above the current background, with their names above everything. */
export function addStreets(style: StyleSpecification, maps: readonly StreetTiles[], look: StreetLook): void {
  const { dark } = look;
  const tones = dark ? DARK_STREETS : LIGHT_STREETS;
  const names: LayerSpecification[] = [];
  for (const [n, map] of inDrawingOrder(maps).entries()) {
    const source = `streets-${n}`;
    const { tiles, minZoom, maxZoom, bounds, attribution } = map;
    style.sources[source] = {
      type: 'vector',
      tiles: [location.origin + tiles],
      minzoom: minZoom,
      maxzoom: maxZoom,
      bounds: [...bounds],
      attribution: linked(attribution),
    };
    style.sources[`${source}-area`] = { type: 'geojson', data: areaOf(map) };
    style.layers.push(...groundOf(source, map, tones));
    names.push(...namesOf(source, map, tones, look));
  }
  style.layers.push(...names);
}

/** All regions, to exclude content that would be drawn there twice. */
export const regionsOf = (maps: readonly StreetTiles[]): GeoJSON.MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: maps.map((map) => areaOf(map).coordinates),
});

function areaOf({ bounds: [west, south, east, north] }: StreetTiles): GeoJSON.Polygon {
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}

const byZoom = (...stops: number[]): ExpressionSpecification =>
  ['interpolate', ['exponential', 1.5], ['zoom'], ...stops] as unknown as ExpressionSpecification;

function groundOf(source: string, map: StreetTiles, tones: StreetTones): LayerSpecification[] {
  const names = map.schema === 'openmaptiles' ? OPENMAPTILES : PROTOMAPS;
  const first = firstZoom(map);
  const fill = (id: string, { layer, filter }: Chosen, colour: string, minzoom = first, outline?: string): LayerSpecification => ({
    id: `${source}-${id}`,
    type: 'fill',
    source,
    'source-layer': layer,
    minzoom: Math.max(first, minzoom),
    ...(filter && { filter }),
    paint: { 'fill-color': colour, ...(outline !== undefined && { 'fill-outline-color': outline }) },
  });
  const line = (
    id: string,
    { layer, filter }: Chosen,
    colour: string,
    width: ExpressionSpecification,
    more: { minzoom?: number; dashes?: number[]; tunnel?: boolean } = {},
  ): LayerSpecification => {
    const tunnel: FilterSpecification | undefined =
      more.tunnel === undefined ? undefined : more.tunnel ? names.tunnel : (['!', names.tunnel] as FilterSpecification);
    const filters = [['==', ['geometry-type'], 'LineString'], filter, tunnel].filter((each) => each !== undefined);
    return {
      id: `${source}-${id}`,
      type: 'line',
      source,
      'source-layer': layer,
      minzoom: Math.max(first, more.minzoom ?? first),
      filter: ['all', ...filters] as FilterSpecification,
      layout: { 'line-cap': more.dashes === undefined ? 'round' : 'butt', 'line-join': 'round' },
      paint: {
        'line-color': colour,
        'line-width': width,
        ...(more.dashes !== undefined && { 'line-dasharray': more.dashes }),
        ...(more.tunnel === true && { 'line-opacity': 0.45 }),
      },
    };
  };
  const widths = {
    minor: byZoom(12, 0.6, 14, 2, 16, 7, 18, 20),
    major: byZoom(9, 0.8, 12, 1.8, 14, 4, 16, 10, 18, 26),
    motorway: byZoom(7, 1, 12, 2.6, 14, 5, 16, 12, 18, 30),
  };
  const edges = {
    minor: byZoom(13, 0.8, 14, 3, 16, 8.5, 18, 22),
    major: byZoom(11, 1.4, 12, 2.6, 14, 5.2, 16, 11.8, 18, 28.4),
    motorway: byZoom(7, 1.6, 12, 3.6, 14, 6.4, 16, 14, 18, 32.4),
  };
  return [
    // The background of the region: sea if the schema draws land, land if it draws water.
    {
      id: `${source}-area`,
      type: 'fill',
      source: `${source}-area`,
      minzoom: first,
      paint: { 'fill-color': map.schema === 'protomaps' ? tones.sea : tones.land, 'fill-antialias': false },
    },
    ...(map.schema === 'protomaps' ? [fill('earth', { layer: 'earth' }, tones.land)] : []),
    fill('works', names.works, tones.works, 11),
    fill('wood', names.wood, tones.wood),
    fill('green', names.green, tones.green, 10),
    fill('sand', names.sand, tones.sand, 11),
    // Below the water, because national borders run along coasts.
    line('borders', names.borders, tones.border, byZoom(7, 1, 14, 2), { dashes: [3, 2] }),
    fill('water', names.water, tones.sea),
    line('rivers', names.rivers, tones.sea, byZoom(8, 0.5, 14, 2, 18, 8)),
    fill('buildings', names.buildings, tones.building, 13.5, tones.wall),
    line('minor-tunnels', names.minor, tones.minor, widths.minor, { minzoom: 13, tunnel: true }),
    line('major-tunnels', names.major, tones.major, widths.major, { minzoom: 11, tunnel: true }),
    line('rails', names.rails, tones.rail, byZoom(11, 0.5, 14, 1.2, 18, 3), { minzoom: 11, tunnel: false }),
    line('paths', names.paths, tones.path, byZoom(14, 0.6, 16, 1.2, 18, 3), { minzoom: 14.5, dashes: [2, 1.2], tunnel: false }),
    line('minor-edges', names.minor, tones.edge, edges.minor, { minzoom: 13.5, tunnel: false }),
    line('major-edges', names.major, tones.edge, edges.major, { minzoom: 11, tunnel: false }),
    line('motorway-edges', names.motorways, tones.edge, edges.motorway, { tunnel: false }),
    line('minor', names.minor, tones.minor, widths.minor, { minzoom: 12, tunnel: false }),
    line('major', names.major, tones.major, widths.major, { minzoom: 9, tunnel: false }),
    line('motorways', names.motorways, tones.motorway, widths.motorway),
  ];
}

function namesOf(source: string, map: StreetTiles, tones: StreetTones, { language, font: family }: StreetLook): LayerSpecification[] {
  const names = map.schema === 'openmaptiles' ? OPENMAPTILES : PROTOMAPS;
  const first = firstZoom(map);
  const name: ExpressionSpecification = [
    'coalesce',
    ['get', `name:${language}`],
    ['get', `name_${language}`],
    ['get', 'name:latin'],
    ['get', 'name'],
  ];
  const font = { 'text-field': name, 'text-font': [family] };
  const paint = (colour: string) => ({ 'text-color': colour, 'text-halo-color': tones.halo, 'text-halo-width': 1.4 });
  const symbol = ({ layer, filter }: Chosen, minzoom: number) => ({
    type: 'symbol' as const,
    source,
    'source-layer': layer,
    minzoom: Math.max(first, minzoom),
    ...(filter && { filter }),
  });
  return [
    {
      id: `${source}-sights`,
      ...symbol(names.sights, 15.5),
      layout: { ...font, 'text-size': 11, 'text-max-width': 8, 'text-padding': 10 },
      paint: paint(tones.quiet),
    },
    {
      id: `${source}-road-names`,
      ...symbol(names.roadNames, 13.5),
      layout: {
        ...font,
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13.5, 10, 18, 14],
        'text-padding': 6,
        'text-max-angle': 35,
      },
      paint: paint(tones.quiet),
    },
    {
      id: `${source}-water-names`,
      ...symbol(names.waterNames, 11),
      layout: { ...font, 'text-size': 11, 'text-max-width': 7 },
      paint: paint(tones.waterText),
    },
    {
      id: `${source}-quarters`,
      ...symbol(names.quarters, 12.5),
      maxzoom: 17,
      layout: {
        ...font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 16, 13],
        'text-max-width': 7,
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.06,
        'text-padding': 8,
      },
      paint: paint(tones.quiet),
    },
    {
      id: `${source}-towns`,
      ...symbol(names.towns, 7),
      maxzoom: 15.5,
      layout: {
        ...font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 7, 11, 14, 16],
        'text-max-width': 8,
        'symbol-sort-key': names.rank,
        'text-padding': 6,
      },
      paint: paint(tones.text),
    },
  ];
}

/** Plain text as HTML, with the link that OpenStreetMap's licence requires. */
const linked = (attribution: string): string => escaped(attribution).replace('OpenStreetMap', OSM_LINK);

/** MapLibre treats attributions as HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
