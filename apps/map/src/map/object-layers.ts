import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { inkOn, OTHERS_COLOUR } from '../design/colours.js';
import { PICTURE_OF_TYPE } from '../icons/icon-of.js';
import { OBJECT_ICONS } from '../icons/pictures.js';
import { LIVE_MS, UNKNOWN_MS } from './age.js';
import { FONT } from './basemap-style.js';
import { CLUSTER_EDGE, CLUSTER_RADII } from './clusters.js';
import { imageOf } from './icon-images.js';

/** The drawn objects: those in view, or the selected one, which is on top. */
export type ObjectSource = 'shown' | 'selection';

const OBJECT_LAYERS = { shown: 'objects', selection: 'selected-object' } as const;
export const CLUSTER_LAYER = 'clusters';
/** Source of the server's tiles. It is not drawn directly, because its content is first clustered with the rest of the view. */
export const TILES = 'tiles';
/** Transparent: reserves the space of circles, which take no part in MapLibre's collision detection, so that labels avoid them. */
export const ROOM_IMAGE = 'room';
/** Radius of that image in pixels. */
export const ROOM_RADIUS = 12;

/** In pixels of the image, two per pixel of the screen: wide enough to fill the cut-out of an icon. */
const ICON_HALO = 3;

export interface Look {
  dark: boolean;
  colours: ReadonlyMap<string, string>;
  /** The property for colours. */
  by: 'type' | 'category';
  /** Seconds since the epoch. */
  now: number;
}

/** Age in seconds of an object's last report. */
const age = (now: number): ExpressionSpecification => ['-', now, ['get', 'observedAt']];
const isUnknown = (now: number): ExpressionSpecification => ['>', age(now), UNKNOWN_MS / 1000];

/** A colour by the name of the type or category. */
const byName = ({ colours, by }: Pick<Look, 'colours' | 'by'>, each: (colour: string) => string): ExpressionSpecification | string =>
  colours.size === 0
    ? each(OTHERS_COLOUR)
    : ([
        'match',
        ['coalesce', ['get', by], ''],
        ...[...colours].flatMap(([name, colour]) => [name, each(colour)]),
        each(OTHERS_COLOUR),
      ] as unknown as ExpressionSpecification);

/**
 * Image name of an object's own icon, or else of the one for its type; empty if neither exists. Like `iconOf`, but also for the server's
 * tiles.
 */
const IMAGE: ExpressionSpecification = [
  'match',
  ['coalesce', ['get', 'icon'], ''],
  ...OBJECT_ICONS.flatMap((name) => [name, imageOf(name)]),
  ['match', ['downcase', ['coalesce', ['get', 'type'], '']], ...[...PICTURE_OF_TYPE].flatMap(([word, name]) => [word, imageOf(name)]), ''],
] as unknown as ExpressionSpecification;
const HAS_IMAGE: ExpressionSpecification = ['!=', IMAGE, ''];
const HAS_NO_IMAGE: ExpressionSpecification = ['==', IMAGE, ''];

const withImage = <T extends ExpressionSpecification | number>(there: T, none: T): ExpressionSpecification => [
  'case',
  HAS_IMAGE,
  there,
  none,
];

/** The layers that respond to the pointer, topmost first. */
export const POINTED_AT = [
  `${OBJECT_LAYERS.selection}-icon`,
  OBJECT_LAYERS.selection,
  CLUSTER_LAYER,
  `${OBJECT_LAYERS.shown}-icon`,
  OBJECT_LAYERS.shown,
];

/** The filter of each layer of a source. */
function objectFilters(source: ObjectSource): [layer: string, filter: FilterSpecification][] {
  const name = OBJECT_LAYERS[source];
  const isObject: ExpressionSpecification[] = [source === 'selection' ? ['==', ['geometry-type'], 'Point'] : ['!', ['has', 'count']]];
  return [
    [`${name}-heading`, ['all', ['has', 'heading'], ...isObject]],
    [name, ['all', HAS_NO_IMAGE, ...isObject]],
    [`${name}-room`, ['all', HAS_NO_IMAGE, ...isObject]],
    [`${name}-icon`, ['all', HAS_IMAGE, ...isObject]],
    [`${name}-label`, ['all', ...isObject]],
  ];
}

/**
 * Colours of the layers of a source. Filled: the position is known. Hollow: no report for so long that the position is unknown; so not only
 * colour shows it. Older objects fade, but stay visible at their last position.
 */
export function objectPaint(source: ObjectSource, { dark, now, ...look }: Look): [layer: string, property: string, value: unknown][] {
  const name = OBJECT_LAYERS[source];
  const ground = dark ? '#12171b' : '#ffffff';
  const colour = byName(look, (each) => each);
  const fill = ['case', isUnknown(now), ground, colour];
  const opacity: ExpressionSpecification = ['interpolate', ['linear'], age(now), LIVE_MS / 1000, 1, UNKNOWN_MS / 1000, 0.6];
  return [
    [`${name}-heading`, 'icon-color', colour],
    [`${name}-heading`, 'icon-opacity', opacity],
    [name, 'circle-color', fill],
    // The border of a filled marker has the colour of the background, so that touching markers stay distinct; that of a hollow one has the
    // marker's own.
    [name, 'circle-stroke-color', ['case', isUnknown(now), colour, ground]],
    [name, 'circle-stroke-width', ['case', isUnknown(now), 2, 1.5]],
    [name, 'circle-opacity', opacity],
    [name, 'circle-stroke-opacity', opacity],
    [`${name}-icon`, 'icon-color', fill],
    [`${name}-icon`, 'icon-halo-color', ['case', isUnknown(now), colour, byName(look, inkOn)]],
    [`${name}-icon`, 'icon-opacity', opacity],
    [`${name}-label`, 'text-opacity', opacity],
  ];
}

/** The layers for the objects of one source, bottom first. MapLibre places upper layers first, so labels give way to icons. */
export function objectLayers(source: ObjectSource, look: Look): LayerSpecification[] {
  const from = { source } as const;
  const ground = look.dark ? '#12171b' : '#ffffff';
  const name = OBJECT_LAYERS[source];
  const layers: LayerSpecification[] = [
    {
      id: `${name}-label`,
      type: 'symbol',
      ...from,
      minzoom: source === 'selection' ? 0 : 8,
      layout: {
        'text-field': ['case', ['!=', ['coalesce', ['get', 'title'], ''], ''], ['get', 'title'], ['get', 'id']],
        'text-font': [FONT],
        'text-size': 12,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': source === 'selection' ? 1.8 : withImage(1.5, 1.05),
        'text-justify': 'auto',
        'text-padding': 2,
        'text-max-width': 10,
        ...(source === 'selection' && { 'text-allow-overlap': true }),
      },
      paint: { 'text-color': look.dark ? '#eef2f5' : '#17212b', 'text-halo-color': ground, 'text-halo-width': 1.4 },
    },
    {
      id: `${name}-heading`,
      type: 'symbol',
      ...from,
      layout: {
        'icon-image': 'heading',
        'icon-rotate': ['get', 'heading'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'icon-size': withImage(1, 0.75),
      },
    },
    { id: name, type: 'circle', ...from, paint: { 'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 4, 10, 6, 16, 8] } },
    {
      id: `${name}-room`,
      type: 'symbol',
      ...from,
      layout: { 'icon-image': ROOM_IMAGE, 'icon-allow-overlap': true, 'icon-padding': 0, 'icon-size': 0.7 },
    },
    {
      id: `${name}-icon`,
      type: 'symbol',
      ...from,
      layout: {
        'icon-image': IMAGE,
        'icon-allow-overlap': true,
        'icon-padding': 0,
        'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 10, 0.9, 16, 1],
      },
      paint: { 'icon-halo-width': ICON_HALO },
    },
  ];
  const filters = new Map(objectFilters(source));
  const paint = objectPaint(source, look);
  return layers.map((layer) => {
    const coloured = Object.fromEntries(paint.filter(([id]) => id === layer.id).map(([, property, value]) => [property, value]));
    return { ...layer, filter: filters.get(layer.id)!, paint: { ...layer.paint, ...coloured } } as LayerSpecification;
  });
}

const byCount = (each: (radius: number) => number): ExpressionSpecification =>
  [
    'interpolate',
    ['linear'],
    ['log10', ['max', 1, ['get', 'count']]],
    ...CLUSTER_RADII.flatMap(([power, radius]) => [power, each(radius)]),
  ] as unknown as ExpressionSpecification;

/** Circles with a count; the ring has the colour of the most frequent type or category. */
export function clusterLayers(look: Look): LayerSpecification[] {
  const from = { source: 'shown', filter: ['has', 'count'] as FilterSpecification } as const;
  return [
    {
      id: CLUSTER_LAYER,
      type: 'circle',
      ...from,
      paint: {
        'circle-color': look.dark ? '#1d5a55' : '#0f766e',
        'circle-radius': byCount((radius) => radius),
        'circle-stroke-width': CLUSTER_EDGE,
        'circle-stroke-color': clusterRing(look),
      },
    },
    {
      id: `${CLUSTER_LAYER}-count`,
      type: 'symbol',
      ...from,
      layout: {
        'text-field': countText,
        'text-font': [FONT],
        'text-size': 12,
        'text-allow-overlap': true,
        'icon-image': ROOM_IMAGE,
        'icon-size': byCount((radius) => (radius + CLUSTER_EDGE) / ROOM_RADIUS),
        'icon-allow-overlap': true,
      },
      paint: { 'text-color': '#ffffff' },
    },
  ];
}

/** Loads the server's tiles without drawing them. */
export const tilesLayer: LayerSpecification = {
  id: TILES,
  type: 'circle',
  source: TILES,
  'source-layer': 'objects',
  filter: ['==', ['literal', 1], 2],
};

export const clusterRing = (look: Look): ExpressionSpecification | string => byName(look, (colour) => colour);

const countText: ExpressionSpecification = [
  'case',
  ['>=', ['get', 'count'], 1e6],
  ['concat', ['number-format', ['/', ['get', 'count'], 1e6], { 'max-fraction-digits': 1 }], ' M'],
  ['>=', ['get', 'count'], 10_000],
  ['concat', ['number-format', ['/', ['get', 'count'], 1000], { 'max-fraction-digits': 0 }], ' k'],
  ['number-format', ['get', 'count'], {}],
];

/** The accuracy of the selected object's position; below all objects. */
export function accuracyLayer(dark: boolean): LayerSpecification {
  const accent = accentOf(dark);
  return {
    id: 'accuracy',
    type: 'fill',
    source: 'selection',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': accent, 'fill-opacity': 0.15, 'fill-outline-color': accent },
  };
}

/** A ring that highlights the selected object; above all others. */
export function selectionRing(dark: boolean): LayerSpecification {
  return {
    id: 'selected',
    type: 'circle',
    source: 'selection',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: {
      'circle-radius': 17,
      'circle-color': dark ? '#12171b' : '#ffffff',
      'circle-opacity': 0.9,
      'circle-stroke-width': 3,
      'circle-stroke-color': accentOf(dark),
    },
  };
}

const accentOf = (dark: boolean): string => (dark ? '#45c4b5' : '#0f766e');
