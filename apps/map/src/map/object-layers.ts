import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { LIVE_MS, UNKNOWN_MS } from './age.js';
import { FONT } from './basemap-style.js';
import { OTHERS_COLOUR } from './colours.js';

/** Where the objects come from: tiles of the server, or the stream of what is in view. */
export type ObjectSource = 'tiles' | 'live';

export const OBJECT_LAYERS = { tiles: 'objects-of-tiles', live: 'objects-live' } as const;
export const CLUSTER_LAYER = 'clusters';

interface Look {
  dark: boolean;
  colours: ReadonlyMap<string, string>;
  /** The property that colours go by. */
  by: 'type' | 'category';
  /** Seconds since 1970. */
  now: number;
}

/** Age in seconds of what an object last reported. */
const age = (now: number): ExpressionSpecification => ['-', now, ['get', 'observedAt']];

export const colourExpression = ({ colours, by }: Pick<Look, 'colours' | 'by'>): ExpressionSpecification | string =>
  colours.size === 0 ? OTHERS_COLOUR : (['match', ['coalesce', ['get', by], ''], ...[...colours].flat(), OTHERS_COLOUR] as unknown as ExpressionSpecification);

/** What is older fades, down to a rest that still shows where it was. */
export const opacityExpression = (now: number): ExpressionSpecification => ['interpolate', ['linear'], age(now), LIVE_MS / 1000, 1, UNKNOWN_MS / 1000, 0.6];

/** Filled: known. Hollow: nothing was heard for so long that nobody knows; shape, not colour alone, tells it. */
export const fillExpression = (now: number, colour: ExpressionSpecification | string, ground: string): ExpressionSpecification => ['case', ['>', age(now), UNKNOWN_MS / 1000], ground, colour];

/** The edge: of what is filled in the ground's colour, so that two that touch are told apart; of what is hollow in its own. */
export const strokeExpression = (now: number, colour: ExpressionSpecification | string, ground: string): ExpressionSpecification => ['case', ['>', age(now), UNKNOWN_MS / 1000], colour, ground];

/** The layers of the objects of one source, from below. */
export function objectLayers(source: ObjectSource, look: Look): LayerSpecification[] {
  const from = source === 'tiles' ? { source, 'source-layer': 'objects' } : { source };
  const ground = look.dark ? '#12171b' : '#ffffff';
  const colour = colourExpression(look);
  const name = OBJECT_LAYERS[source];
  return [
    { id: `${name}-heading`, type: 'symbol', ...from, filter: ['has', 'heading'], layout: { 'icon-image': 'heading', 'icon-rotate': ['get', 'heading'], 'icon-rotation-alignment': 'map', 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'icon-size': 0.75 }, paint: { 'icon-color': colour, 'icon-opacity': opacityExpression(look.now) } },
    {
      id: name,
      type: 'circle',
      ...from,
      paint: { 'circle-radius': ['interpolate', ['linear'], ['zoom'], 3, 4, 10, 6, 16, 8], 'circle-color': fillExpression(look.now, colour, ground), 'circle-stroke-width': ['case', ['>', age(look.now), UNKNOWN_MS / 1000], 2, 1.5], 'circle-stroke-color': strokeExpression(look.now, colour, ground), 'circle-opacity': opacityExpression(look.now), 'circle-stroke-opacity': opacityExpression(look.now) },
    },
    {
      id: `${name}-label`,
      type: 'symbol',
      ...from,
      minzoom: 8,
      layout: { 'text-field': ['case', ['!=', ['coalesce', ['get', 'title'], ''], ''], ['get', 'title'], ['get', 'id']], 'text-font': [FONT], 'text-size': 12, 'text-anchor': 'top', 'text-offset': [0, 0.8], 'text-optional': true, 'text-max-width': 10 },
      paint: { 'text-color': look.dark ? '#eef2f5' : '#17212b', 'text-halo-color': ground, 'text-halo-width': 1.4, 'text-opacity': opacityExpression(look.now) },
    },
  ];
}

/** Circles with a number, as the server made them. */
export function clusterLayers(dark: boolean): LayerSpecification[] {
  const from = { source: 'tiles', 'source-layer': 'clusters' } as const;
  return [
    { id: CLUSTER_LAYER, type: 'circle', ...from, paint: { 'circle-color': dark ? '#1d5a55' : '#0f766e', 'circle-radius': ['interpolate', ['linear'], ['log10', ['max', 1, ['get', 'count']]], 0, 12, 2, 18, 5, 32], 'circle-stroke-width': 2, 'circle-stroke-color': dark ? '#45c4b5' : '#ffffff', 'circle-opacity': 0.9 } },
    { id: `${CLUSTER_LAYER}-count`, type: 'symbol', ...from, layout: { 'text-field': countText, 'text-font': [FONT], 'text-size': 12, 'text-allow-overlap': true }, paint: { 'text-color': '#ffffff' } },
  ];
}

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
    { id: 'selected', type: 'circle', source: 'selection', filter: points, paint: { 'circle-radius': 14, 'circle-color': accent, 'circle-opacity': 0.18, 'circle-stroke-width': 3, 'circle-stroke-color': accent } },
  ];
}
