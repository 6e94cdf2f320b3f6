import { join, resolve } from 'node:path';
import { productRoot } from '#settings/product-root.js';
import { integer, type Setting, type SettingsOf, text } from '#settings/settings.js';

/** Where a build puts it, in a checkout and in the image; the default is empty, so that no page of settings names a machine's folders. */
const built = (env: string, doc: string, name: string): Setting<string> => ({
  env,
  doc: `${doc}; empty: dist/${name}, where npm run build puts it`,
  default: '',
  secret: false,
  parse: (value) => (value === '' ? join(productRoot(), 'dist', name) : resolve(value)),
});

/** @throws Error unless it is a whole http or https address without user and password */
function webAddressOf(value: string): URL {
  if (!URL.canParse(value)) throw new Error('must be a whole address, such as https://maps.example.com/style.json');
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('must begin with https:// or http://');
  if (url.username !== '' || url.password !== '') throw new Error('must have no user and password in it: every visitor sees the address');
  return url;
}

const webAddress = (env: string, doc: string): Setting<string> => ({
  env,
  doc,
  default: '',
  secret: false,
  parse: (value) => (value === '' ? '' : webAddressOf(value).href),
});

/** Origins, comma-separated, each in the one spelling that browsers compare. */
const origins = (env: string, doc: string): Setting<readonly string[]> => ({
  env,
  doc,
  default: '',
  secret: false,
  parse: (value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(originOf),
});

function originOf(entry: string): string {
  const url = webAddressOf(entry);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error('must name origins only, such as https://maps.example.com, without a path');
  return url.origin;
}

const PLACES = ['{z}', '{x}', '{y}'] as const;
const filled = (template: string, number: string): string => PLACES.reduce((address, place) => address.replaceAll(place, number), template);

/** @throws Error unless {z}, {x} and {y} are all in it, after the host */
function tileTemplateOf(value: string): string {
  if (value === '') return '';
  const missing = PLACES.filter((place) => !value.includes(place));
  if (missing.length > 0) throw new Error(`must have ${missing.join(', ')} in it, such as https://tiles.example.com/{z}/{x}/{y}.png`);
  if (webAddressOf(filled(value, '1')).origin !== webAddressOf(filled(value, '2')).origin)
    throw new Error('must have {z}, {x} and {y} behind the host, not in it');
  if (/\s/.test(value)) throw new Error('must have no blanks in it');
  return value;
}

/** The gateway's settings for serving the map app. */
export const appSettings = {
  appFolder: built('APP_FOLDER', 'folder of the built map app, containing index.html', 'app'),
  basemapFolder: built('BASEMAP_FOLDER', "folder of the basemap's tiles", 'basemap'),
  streetsFolder: text(
    'STREETS_FOLDER',
    'folder of street maps (.pmtiles, .mbtiles) that the app offers in addition to the built-in one; ' +
      'files can be added while the gateway runs; empty: none',
    '',
  ),
  appUrl: webAddress(
    'APP_URL',
    'address at which browsers reach the app, if a proxy changes the Host header; empty: taken from the request',
  ),
  appFrameAncestors: origins('APP_FRAME_ANCESTORS', 'origins whose pages may embed the app in a frame, comma-separated; empty: none'),
  corsOrigins: origins(
    'CORS_ORIGINS',
    'origins whose pages may call the interface with a token from a browser, comma-separated, such as ' +
      'https://portal.example.com; empty: none',
  ),
  streetMapStyle: webAddress(
    'STREET_MAP_STYLE',
    'address of a MapLibre style that the app shows instead of the basemap when streets are selected; ' +
      'its server sees which places people view',
  ),
  streetMapTiles: {
    env: 'STREET_MAP_TILES',
    doc: 'raster tiles for the same purpose: https://tiles.example.com/{z}/{x}/{y}.png; cannot be combined with a style',
    default: '',
    secret: false,
    parse: tileTemplateOf,
  } satisfies Setting<string>,
  streetMapAttribution: text('STREET_MAP_ATTRIBUTION', 'attribution of those tiles shown on the map, plain text', ''),
  streetMapMaxZoom: integer('STREET_MAP_MAX_ZOOM', 'maximum zoom of those tiles', { default: 19, min: 0, max: 24 }),
  satelliteTiles: {
    env: 'SATELLITE_TILES',
    doc:
      'raster tiles of aerial images, offered as Satellite: ' +
      'https://tiles.example.com/{z}/{x}/{y}.jpg; their server sees which places people view',
    default: '',
    secret: false,
    parse: tileTemplateOf,
  } satisfies Setting<string>,
  satelliteAttribution: text('SATELLITE_ATTRIBUTION', 'attribution of those images shown on the map, plain text', ''),
  satelliteMaxZoom: integer('SATELLITE_MAX_ZOOM', 'maximum zoom of those images', { default: 19, min: 0, max: 24 }),
  streetMapOrigins: origins('STREET_MAP_ORIGINS', 'additional origins that the style loads from (tiles, glyphs, sprites), comma-separated'),
};

export type AppSettings = SettingsOf<typeof appSettings>;
