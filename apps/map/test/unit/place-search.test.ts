import type { Map as MapLibreMap } from 'maplibre-gl';
import { describe, expect, it } from 'vitest';
import { coordinatesIn } from '../../src/place-search/coordinates.js';
import { placesNamed } from '../../src/place-search/named-places.js';

describe('coordinates in a search', () => {
  it('are read as people paste them', () => {
    const place = { lat: 53.41, lon: -2.99 };
    for (const text of [
      '53.41, -2.99',
      '53.41,-2.99',
      ' 53.41 −2.99 ',
      '53.41° N 2.99° W',
      '53.41N, 2.99W',
      '53,41; -2,99',
      '53,41 -2,99',
      '53,41, -2,99',
    ])
      expect(coordinatesIn(text), text).toEqual(place);
    expect(coordinatesIn('53, -3')).toEqual({ lat: 53, lon: -3 });
    expect(coordinatesIn('-33.9° 151.2°')).toEqual({ lat: -33.9, lon: 151.2 });
  });

  it('are none in words, ids, or beyond the poles', () => {
    for (const text of [
      '',
      'van 2',
      '12 34',
      '53,41',
      '12,34',
      'battery<20',
      '91.5, 0',
      '0.5, 180.5',
      '1.2.3.4',
      '53.41',
      '2026-11-24',
      '1, 2, 3',
    ])
      expect(coordinatesIn(text), text).toBeUndefined();
  });
});

describe('names of the basemap', () => {
  const point = (name: string, lon: number, lat: number, more = {}) => ({
    properties: { name, ...more },
    geometry: { type: 'Point', coordinates: [lon, lat] },
  });
  const street = (name: string, lon: number) => ({
    properties: { name },
    geometry: {
      type: 'LineString',
      coordinates: [
        [lon, 43],
        [lon + 0.001, 43],
        [lon + 0.002, 43],
      ],
    },
  });
  const layers = [
    { type: 'symbol', source: 'streets-0', 'source-layer': 'place', layout: { 'text-field': ['get', 'name'] } },
    { type: 'symbol', source: 'streets-0', 'source-layer': 'transportation_name', layout: { 'text-field': ['get', 'name'] } },
    // Ours, and one without names.
    { type: 'symbol', source: 'shown', layout: { 'text-field': ['get', 'title'] } },
    { type: 'line', source: 'streets-0', 'source-layer': 'transportation' },
  ];
  const features: Record<string, object[]> = {
    place: [point('Port Hercule', 7.42, 43.73), point('Monaco', 7.4, 43, { 'name:de': 'Fürstentum' })],
    transportation_name: [street('Rue du Port', 7.5), street('Rue du Port', 7.41), street('Avenue Étienne', 7.4)],
  };
  const map = {
    getStyle: () => ({ layers, sources: { 'streets-0': { type: 'vector' }, shown: { type: 'geojson' } } }),
    getCenter: () => ({ lat: 43, lng: 7.4 }),
    querySourceFeatures: (source: string, { sourceLayer = '' } = {}) =>
      source === 'streets-0' ? (features[sourceLayer] ?? []) : [point('Port of ours', 7.4, 43)],
  } as unknown as MapLibreMap;

  it('are found by a part, once each, with those first that begin so', () => {
    expect(placesNamed(map, 'port', 'en')).toEqual([
      { name: 'Port Hercule', kind: 'place', lat: 43.73, lon: 7.42 },
      { name: 'Rue du Port', kind: 'street', lat: 43, lon: expect.closeTo(7.411) as number },
    ]);
  });

  it('are found without accents, in the language that the map shows them in', () => {
    expect(placesNamed(map, 'etienne', 'en').map(({ name }) => name)).toEqual(['Avenue Étienne']);
    expect(placesNamed(map, 'fürst', 'de').map(({ name }) => name)).toEqual(['Fürstentum']);
    expect(placesNamed(map, 'monaco', 'de')).toEqual([]);
  });
});
