import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '#settings/settings.js';
import { repositoryRoot } from '#stack/settings/repository-root.js';
import { streetMapOf } from '../../../src/app/street-map.js';
import { appSettings } from '../../../src/configuration/app-settings.js';

const read = (environment: Record<string, string>) => readSettings(appSettings, environment);
const refusal = (environment: Record<string, string>): string => {
  try {
    streetMapOf(read(environment));
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')[1]!.trim();
  }
  return 'none';
};
const TILES = 'https://tiles.example.com/{z}/{x}/{y}.png?key=1';

describe('the settings of the map app', () => {
  it('find the output of the build without any setting', () => {
    const { appFolder, basemapFolder } = read({});
    expect([appFolder, basemapFolder]).toEqual([join(repositoryRoot, 'dist/app'), join(repositoryRoot, 'dist/basemap')]);
    expect(read({ APP_FOLDER: '/srv/app' }).appFolder).toBe('/srv/app');
  });

  it('have no street map, a style, or tiles', () => {
    expect(streetMapOf(read({}))).toEqual({ map: null, satellite: null, origins: [] });
    expect(
      streetMapOf(
        read({
          STREET_MAP_STYLE: 'https://maps.example.com/style.json?key=1',
          STREET_MAP_ORIGINS: 'https://glyphs.example.com, https://maps.example.com/',
        }),
      ),
    ).toEqual({
      map: { style: 'https://maps.example.com/style.json?key=1' },
      satellite: null,
      origins: ['https://maps.example.com', 'https://glyphs.example.com'],
    });
    expect(streetMapOf(read({ STREET_MAP_TILES: TILES, STREET_MAP_ATTRIBUTION: '© Somebody' }))).toEqual({
      map: { tiles: TILES, attribution: '© Somebody', maxZoom: 19 },
      satellite: null,
      origins: ['https://tiles.example.com'],
    });
    expect(streetMapOf(read({ SATELLITE_TILES: TILES, SATELLITE_MAX_ZOOM: '18' }))).toEqual({
      map: null,
      satellite: { tiles: TILES, attribution: '', maxZoom: 18 },
      origins: ['https://tiles.example.com'],
    });
  });

  it.each([
    [
      { STREET_MAP_STYLE: 'https://a.example.com/', STREET_MAP_TILES: TILES },
      /^STREET_MAP_TILES: cannot be combined with STREET_MAP_STYLE/,
    ],
    [{ STREET_MAP_TILES: 'https://tiles.example.com/{z}/{x}.png' }, /^STREET_MAP_TILES: must have \{y\} in it/],
    [{ STREET_MAP_TILES: 'https://tiles.example.com/' }, /must have \{z\}, \{x\}, \{y\} in it/],
    [{ STREET_MAP_TILES: 'https://{x}.example.com/{z}/{x}/{y}' }, /behind the host/],
    [{ STREET_MAP_TILES: 'ftp://tiles.example.com/{z}/{x}/{y}' }, /must begin with https/],
    [{ STREET_MAP_TILES: '{z}{x}{y}' }, /must be a whole address/],
    [{ STREET_MAP_STYLE: 'style.json' }, /^STREET_MAP_STYLE: must be a whole address/],
    [{ STREET_MAP_STYLE: 'javascript:alert(1)' }, /must begin with https/],
    [{ STREET_MAP_STYLE: 'https://user:secret@maps.example.com/' }, /must have no user and password/],
    [{ STREET_MAP_MAX_ZOOM: '30' }, /from 0 to 24/],
    [{ STREET_MAP_ORIGINS: 'https://a.example.com' }, /^STREET_MAP_ORIGINS: opens origins/],
    [{ STREET_MAP_STYLE: 'https://a.example.com/', STREET_MAP_ORIGINS: 'https://a.example.com/tiles' }, /origins only/],
    [{ APP_FRAME_ANCESTORS: "https://a.example.com; script-src 'unsafe-inline'" }, /^APP_FRAME_ANCESTORS: /],
    [{ APP_FRAME_ANCESTORS: '*' }, /whole address/],
    [{ APP_URL: 'track.example.com' }, /^APP_URL: must be a whole address/],
  ] as [Record<string, string>, RegExp][])('%j is refused', (environment, words) => {
    expect(refusal(environment)).toMatch(words);
  });

  it('add nothing to the policy that could end a directive', () => {
    const { origins } = streetMapOf(read({ STREET_MAP_STYLE: "https://maps.example.com/;script-src 'unsafe-inline'" }));
    expect(origins).toEqual(['https://maps.example.com']);
  });
});
