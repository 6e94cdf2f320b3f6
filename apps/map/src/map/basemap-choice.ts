import type { AppSettings } from '../api/app-settings.js';
import type { BoundingBox } from './bounding-box.js';

/** `online`: the map configured by the operator. `light` and `dark`: streets in that theme, whatever the theme of the app. */
const BASEMAPS = ['streets', 'light', 'dark', 'satellite', 'online', 'offline'] as const;
export type BasemapChoice = (typeof BASEMAPS)[number];

/** The basemaps of this installation. */
export function offeredBasemaps({ streets, streetMap, satellite }: AppSettings): BasemapChoice[] {
  const pictures = satellite !== null || streets.some(({ schema }) => schema === 'raster');
  return BASEMAPS.filter((each) => (each === 'satellite' ? pictures : each === 'online' ? streetMap !== null : true));
}

/** The shown basemap: the choice on this device, if it is offered; otherwise the operator's, otherwise streets. */
export function shownBasemap(settings: AppSettings, chosen: string): BasemapChoice {
  return offeredBasemaps(settings).find((each) => each === chosen) ?? (settings.streetMap === null ? 'streets' : 'online');
}

/** Whether the background is dark, so that text on it must be light. */
export const isDarkGround = (basemap: BasemapChoice, dark: boolean): boolean =>
  basemap === 'light' ? false : basemap === 'dark' || basemap === 'satellite' ? true : dark;

/** Whether there are streets or pictures at the centre of the view. */
export function showsStreets({ streets }: AppSettings, basemap: BasemapChoice, { west, south, east, north }: BoundingBox): boolean {
  if (basemap === 'online' || basemap === 'satellite') return true;
  if (basemap === 'offline') return false;
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  return streets.some(
    ({ schema, bounds }) => schema !== 'raster' && lon >= bounds[0] && lat >= bounds[1] && lon <= bounds[2] && lat <= bounds[3],
  );
}
