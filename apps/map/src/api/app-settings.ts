import { noAnswer, problemOf } from './problem.js';

export interface RasterTiles {
  tiles: string;
  attribution: string;
  maxZoom: number;
}

/** A street map of a region. */
export interface StreetTiles extends RasterTiles {
  name: string;
  /** Names of the layers of vector tiles; `raster`: they are pictures. */
  schema: 'openmaptiles' | 'protomaps' | 'raster';
  minZoom: number;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
}

/** The operator's settings of the app (`GET /app/settings.json`). */
export interface AppSettings {
  /** Street maps that this installation serves itself. */
  streets: StreetTiles[];
  /** Pictures from above, where the operator has set their address. */
  satellite: RasterTiles | null;
  /** Vector tiles of the basemap that comes with the app. */
  basemap: { tiles: string; maxZoom: number };
  /** A map of streets, where the operator has set one: a MapLibre style, or raster tiles. */
  streetMap: { style: string } | RasterTiles | null;
  signIn: { password: boolean; provider: boolean };
  version: string;
}

/** @throws ApiProblem */
export async function readAppSettings(): Promise<AppSettings> {
  const response = await fetch('/app/settings.json').catch((error: unknown) => Promise.reject(noAnswer(error)));
  if (!response.ok) throw problemOf(response, await response.text());
  return (await response.json()) as AppSettings;
}
