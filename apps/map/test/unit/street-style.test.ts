import type { StyleSpecification } from 'maplibre-gl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppSettings, StreetTiles } from '../../src/api/app-settings.js';
import { offeredBasemaps, shownBasemap, showsStreets } from '../../src/map/basemap-choice.js';
import { groundStyle } from '../../src/map/basemap-style.js';

const town: StreetTiles = {
  name: 'town',
  tiles: '/app/basemap/1/{z}/{x}/{y}',
  schema: 'openmaptiles',
  minZoom: 9,
  maxZoom: 14,
  bounds: [7, 43, 8, 44],
  attribution: '© OpenStreetMap <contributors>',
};
const country: StreetTiles = { ...town, name: 'country', schema: 'protomaps', minZoom: 0, bounds: [0, 40, 10, 50] };
const photos: StreetTiles = { ...town, name: 'photos', schema: 'raster', attribution: '' };
const settings = (more: Partial<AppSettings> = {}): AppSettings => ({
  basemap: { tiles: '/b/{z}/{x}/{y}', maxZoom: 6 },
  streets: [town],
  streetMap: null,
  satellite: null,
  signIn: { password: true, provider: false },
  version: '1',
  ...more,
});
const styled = (of: AppSettings, basemap: Parameters<typeof groundStyle>[1]['basemap'], dark = false): StyleSpecification =>
  groundStyle(of, { basemap, dark, language: 'de' }) as StyleSpecification;

beforeEach(() => vi.stubGlobal('location', { origin: 'https://track.example' }));
afterEach(() => vi.unstubAllGlobals());

describe('the ground of the map', () => {
  it('has each layer once, of a source that is there, the smaller region over the larger, names over all', () => {
    const { layers, sources } = styled(settings({ streets: [town, country] }), 'streets');
    expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
    for (const layer of layers) if ('source' in layer) expect(Object.keys(sources)).toContain(layer.source);
    expect(sources['streets-0']).toMatchObject({ bounds: country.bounds });
    expect(sources['streets-1']).toMatchObject({
      tiles: ['https://track.example/app/basemap/1/{z}/{x}/{y}'],
      minzoom: 9,
      maxzoom: 14,
      bounds: town.bounds,
    });
    const firstName = layers.findIndex(({ id }) => id === 'streets-0-sights');
    expect(layers.slice(firstName).every(({ type }) => type === 'symbol')).toBe(true);
  });

  it('links the attribution that OpenStreetMap requires, and contains no other HTML', () => {
    expect(styled(settings(), 'streets').sources['streets-0']).toMatchObject({
      attribution:
        '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener ' +
        'noreferrer">OpenStreetMap</a> &lt;contributors&gt;',
    });
  });

  it('is light or dark as named, and has no streets if none are wanted', () => {
    const sea = (style: StyleSpecification): unknown => style.layers.find(({ id }) => id === 'streets-0-water')?.paint;
    expect(sea(styled(settings(), 'light', true))).toEqual(sea(styled(settings(), 'streets', false)));
    expect(sea(styled(settings(), 'dark', false))).toEqual(sea(styled(settings(), 'streets', true)));
    expect(sea(styled(settings(), 'light'))).not.toEqual(sea(styled(settings(), 'dark')));
    expect(Object.keys(styled(settings(), 'offline').sources)).toEqual(['basemap']);
    expect(Object.keys(styled(settings({ streets: [town, photos] }), 'satellite').sources)).toEqual(['basemap', 'pictures-0']);
  });
});

it('shows the chosen map if it is offered, otherwise that of the operator, otherwise streets', () => {
  const online = settings({ streetMap: { style: 'https://maps.example/style.json' } });
  expect(offeredBasemaps(settings())).toEqual(['streets', 'light', 'dark', 'offline']);
  expect([
    shownBasemap(settings(), ''),
    shownBasemap(settings(), 'satellite'),
    shownBasemap(settings(), 'dark'),
    shownBasemap(online, ''),
    shownBasemap(online, 'streets'),
  ]).toEqual(['streets', 'streets', 'dark', 'online', 'streets']);
  expect(groundStyle(online, { basemap: 'online', dark: false, language: 'en' })).toBe('https://maps.example/style.json');
});

it('streets are there where the middle of the view is in a region', () => {
  const view = { west: 7.2, south: 43.2, east: 7.4, north: 43.4 };
  expect(showsStreets(settings(), 'streets', view)).toBe(true);
  expect(showsStreets(settings(), 'offline', view)).toBe(false);
  expect(showsStreets(settings(), 'streets', { ...view, west: 9, east: 9.2 })).toBe(false);
  expect(showsStreets(settings({ streets: [photos] }), 'streets', view)).toBe(false);
});
