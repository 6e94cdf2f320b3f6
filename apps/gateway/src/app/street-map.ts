import { SettingsError } from '#settings/settings.js';
import { type AppSettings, appSettings } from '../configuration/app-settings.js';

export interface RasterTiles {
  tiles: string;
  attribution: string;
  maxZoom: number;
}

/** The street map in the app's settings: a style, or raster tiles. */
export type StreetMap = { style: string } | RasterTiles;

export interface ConfiguredStreetMap {
  /** Null: none is configured. */
  map: StreetMap | null;
  /** Satellite or aerial images; null: none are configured. */
  satellite: RasterTiles | null;
  /** Origins that the content security policy must allow. */
  origins: readonly string[];
}

type Given = Pick<
  AppSettings,
  | 'streetMapStyle'
  | 'streetMapTiles'
  | 'streetMapAttribution'
  | 'streetMapMaxZoom'
  | 'streetMapOrigins'
  | 'satelliteTiles'
  | 'satelliteAttribution'
  | 'satelliteMaxZoom'
>;

/** @throws SettingsError when settings conflict */
export function streetMapOf(given: Given): ConfiguredStreetMap {
  const {
    streetMapStyle: style,
    streetMapTiles: tiles,
    streetMapAttribution: attribution,
    streetMapMaxZoom: maxZoom,
    streetMapOrigins: more,
  } = given;
  if (style !== '' && tiles !== '')
    throw new SettingsError([
      {
        env: appSettings.streetMapTiles.env,
        fault: `cannot be combined with ${appSettings.streetMapStyle.env}; the app shows one street map: leave one of them empty`,
      },
    ]);
  if (style === '' && tiles === '' && more.length > 0)
    throw new SettingsError([
      {
        env: appSettings.streetMapOrigins.env,
        fault: `opens origins to the app without a street map; set ${appSettings.streetMapStyle.env} as well, or leave it empty`,
      },
    ]);
  const satellite =
    given.satelliteTiles === ''
      ? null
      : { tiles: given.satelliteTiles, attribution: given.satelliteAttribution, maxZoom: given.satelliteMaxZoom };
  const origins = [style, tiles, satellite?.tiles ?? ''].filter((address) => address !== '').map((address) => new URL(address).origin);
  const map = style !== '' ? { style } : tiles !== '' ? { tiles, attribution, maxZoom } : null;
  return { map, satellite, origins: [...new Set([...origins, ...more])] };
}
