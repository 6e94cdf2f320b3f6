import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { LIVE_MS, UNKNOWN_MS } from './age.js';
import { FONT } from './basemap-style.js';
import { PICTURE_OF_TYPE } from '../objects/icons/icon-of.js';
import { OBJECT_ICONS } from '../objects/icons/pictures.js';
import { inkOn, OTHERS_COLOUR } from './colours.js';
import { imageOf } from './icon-images.js';

/** Where the objects come from: tiles of the server, or the stream of what is in view. */
export type ObjectSource = 'tiles' | 'live';

const OBJECT_LAYERS = { tiles: 'objects-of-tiles', live: 'objects-live' } as const;
export const CLUSTER_LAYER = 'clusters';

/** Pixels of the picture, two to one of the screen: wide enough to fill the cut of an icon. */
const ICON_HALO = 3;

export interface Look {
  dark: boolean;
  colours: ReadonlyMap<string, string>;
  /** The property that colours go by. */
  by: 'type' | 'category';
  /** Seconds since 1970. */
  now: number;
}

/** Age in seconds of what an object last reported. */
const age = (now: number): ExpressionSpecification => ['-', now, ['get', 'observedAt']];
const isUnknown = (now: number): ExpressionSpecification => ['>', age(now), UNKNOWN_MS / 1000];

/** A colour by name: of the type, or of the category. */
const byName = ({ colours, by }: Pick<Look, 'colours' | 'by'>, each: (colour: string) => string): ExpressionSpecification | string =>
  colours.size === 0 ? each(OTHERS_COLOUR) : (['match', ['coalesce', ['get', by], ''], ...[...colours].flatMap(([name, colour]) => [name, each(colour)]), each(OTHERS_COLOUR)] as unknown as ExpressionSpecification);

/** Name of the image of an object's own icon, else of that of its type; empty: neither has one. The same as `iconOf`, but for the server's tiles too. */
const IMAGE: ExpressionSpecification = [
  'match',
  ['coalesce', ['get', 'icon'], ''],
  ...OBJECT_ICONS.flatMap((name) => [name, imageOf(name)]),
  ['match', ['downcase', ['coalesce', ['get', 'type'], '']], ...[...PICTURE_OF_TYPE].flatMap(([word, name]) => [word, imageOf(name)]), ''],
] as unknown as ExpressionSpecification;
const HAS_IMAGE: ExpressionSpecification = ['!=', IMAGE, ''];
const HAS_NO_IMAGE: ExpressionSpecification = ['==', IMAGE, ''];

const withImage = <T extends ExpressionSpecification | number>(there: T, none: T): ExpressionSpecification => ['case', HAS_IMAGE, there, none];

/** The layers of the objects of one source that can be pointed at. */
export const objectLayerNames = (source: ObjectSource): [points: string, icons: string] => [OBJECT_LAYERS[source], `${OBJECT_LAYERS[source]}-icon`];

/** What each layer of a source shows. @param floor of these floors alone, and what says none; undefined: all */
export function objectFilters(source: ObjectSource, floor: string | undefined): [layer: string, filter: FilterSpecification | undefined][] {
  const onFloor: ExpressionSpecification[] = floor === undefined ? [] : [['==', ['coalesce', ['get', 'floor'], floor], floor]];
  const name = OBJECT_LAYERS[source];
  const all = (...conditions: ExpressionSpecification[]): FilterSpecification | undefined => (conditions.length === 0 ? undefined : ['all', ...conditions]);
  return [
    [`${name}-heading`, all(['has', 'heading'], ...onFloor)],
    [name, all(HAS_NO_IMAGE, ...onFloor)],
    [`${name}-icon`, all(HAS_IMAGE, ...onFloor)],
    [`${name}-label`, all(...onFloor)],
  ];
}

/**
 * How the layers of a source are coloured. Filled: known. Hollow: nothing was heard for so long that nobody knows; shape, not colour
 * alone, tells it. What is older fades, down to a rest that still shows where it was.
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
    // The edge: of what is filled in the ground's colour, so that two that touch are told apart; of what is hollow in its own.
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

/** The layers of the objects of one source, from below. */
export function objectLayers(source: ObjectSource, look: Look): LayerSpecification[] {
  const from = source === 'tiles' ? { source, 'source-layer': 'objects' } : { source };
  const ground = look.dark ? '#12171b' : '#ffffff';
  const name = OBJECT_LAYERS[source];
  const overEachOther = { 'icon-allow-overlap': true, 'icon-ignore-placement': true } as const;
  const layers: LayerSpecification[] = [
    { id: `${name}-heading`, type: 'symbol', ...from, layout: { 'icon-image': 'heading', 'icon-rotate': ['get', 'heading'], 'icon-rotation-alignment': 'map', ...overEachOther, 'icon-size': withImage(1, 0.75) } },
    { id: name, type: 'circle', ...from, paint: { 'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 4, 10, 6, 16, 8] } },
    { id: `${name}-icon`, type: 'symbol', ...from, layout: { 'icon-image': IMAGE, ...overEachOther, 'icon-size': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 10, 0.9, 16, 1] }, paint: { 'icon-halo-width': ICON_HALO } },
    {
      id: `${name}-label`,
      type: 'symbol',
      ...from,
      minzoom: 8,
      layout: { 'text-field': ['case', ['!=', ['coalesce', ['get', 'title'], ''], ''], ['get', 'title'], ['get', 'id']], 'text-font': [FONT], 'text-size': 12, 'text-anchor': 'top', 'text-offset': ['case', HAS_IMAGE, ['literal', [0, 1.2]], ['literal', [0, 0.8]]], 'text-optional': true, 'text-max-width': 10 },
      paint: { 'text-color': look.dark ? '#eef2f5' : '#17212b', 'text-halo-color': ground, 'text-halo-width': 1.4 },
    },
  ];
  const filters = new Map(objectFilters(source, undefined));
  const paint = objectPaint(source, look);
  return layers.map((layer) => {
    const filter = filters.get(layer.id);
    const coloured = Object.fromEntries(paint.filter(([id]) => id === layer.id).map(([, property, value]) => [property, value]));
    return { ...layer, ...(filter !== undefined && { filter }), paint: { ...layer.paint, ...coloured } } as LayerSpecification;
  });
}

/** Circles with a number, as the server made them; the ring has the colour of the commonest type, or category. */
export function clusterLayers(look: Look): LayerSpecification[] {
  const from = { source: 'tiles', 'source-layer': 'clusters' } as const;
  return [
    { id: CLUSTER_LAYER, type: 'circle', ...from, paint: { 'circle-color': look.dark ? '#1d5a55' : '#0f766e', 'circle-radius': ['interpolate', ['linear'], ['log10', ['max', 1, ['get', 'count']]], 0, 12, 2, 18, 5, 32], 'circle-stroke-width': 4, 'circle-stroke-color': clusterRing(look), 'circle-opacity': 0.9 } },
    { id: `${CLUSTER_LAYER}-count`, type: 'symbol', ...from, layout: { 'text-field': countText, 'text-font': [FONT], 'text-size': 12, 'text-allow-overlap': true }, paint: { 'text-color': '#ffffff' } },
  ];
}

export const clusterRing = (look: Look): ExpressionSpecification | string => byName(look, (colour) => colour);

const countText: ExpressionSpecification = [
  'case',
  ['>=', ['get', 'count'], 1e6],
  ['concat', ['number-format', ['/', ['get', 'count'], 1e6], { 'max-fraction-digits': 1 }], ' M'],
  ['>=', ['get', 'count'], 10_000],
  ['concat', ['number-format', ['/', ['get', 'count'], 1000], { 'max-fraction-digits': 0 }], ' k'],
  ['number-format', ['get', 'count'], {}],
];

/** Around what is selected: how exact its position is, and a ring that one finds it by. */
export function selectionLayers(dark: boolean): LayerSpecification[] {
  const accent = dark ? '#45c4b5' : '#0f766e';
  const points: FilterSpecification = ['==', ['geometry-type'], 'Point'];
  return [
    { id: 'accuracy', type: 'fill', source: 'selection', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': accent, 'fill-opacity': 0.15, 'fill-outline-color': accent } },
    { id: 'selected', type: 'circle', source: 'selection', filter: points, paint: { 'circle-radius': 17, 'circle-color': accent, 'circle-opacity': 0.18, 'circle-stroke-width': 3, 'circle-stroke-color': accent } },
  ];
}
