import { SettingsError } from '#settings/settings.js';
import { type AppSettings, appSettings } from './app-settings.js';

/** As the app is told it: a style, or raster tiles. */
export type StreetMap = { style: string } | { tiles: string; attribution: string; maxZoom: number };

export interface ConfiguredStreetMap {
  /** Null: none is set. */
  map: StreetMap | null;
  /** What the browser must be allowed to load from. */
  origins: readonly string[];
}

type Given = Pick<AppSettings, 'streetMapStyle' | 'streetMapTiles' | 'streetMapAttribution' | 'streetMapMaxZoom' | 'streetMapOrigins'>;

/** @throws SettingsError when settings do not go together */
export function streetMapOf({ streetMapStyle: style, streetMapTiles: tiles, streetMapAttribution: attribution, streetMapMaxZoom: maxZoom, streetMapOrigins: more }: Given): ConfiguredStreetMap {
  if (style !== '' && tiles !== '') throw new SettingsError([{ env: appSettings.streetMapTiles.env, fault: `is set beside ${appSettings.streetMapStyle.env}; the app shows one street map: leave one of them empty` }]);
  if (style === '' && tiles === '') {
    if (more.length > 0) throw new SettingsError([{ env: appSettings.streetMapOrigins.env, fault: `opens origins to the app without a street map; set ${appSettings.streetMapStyle.env} as well, or leave it empty` }]);
    return { map: null, origins: [] };
  }
  const own = new URL(style === '' ? tiles : style).origin;
  return { map: style === '' ? { tiles, attribution, maxZoom } : { style }, origins: [...new Set([own, ...more])] };
}
