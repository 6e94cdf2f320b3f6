import { noAnswer, problemOf } from './problem.js';

export interface RasterTiles {
  tiles: string;
  attribution: string;
  maxZoom: number;
}

/** Street map tiles of a region. */
export interface StreetTiles extends RasterTiles {
  name: string;
  /** Naming scheme of the layers in vector tiles; `raster`: the tiles are pictures. */
  schema: 'openmaptiles' | 'protomaps' | 'raster';
  minZoom: number;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
}

/** The operator's settings of the app (`GET /app/settings.json`). */
export interface AppSettings {
  /** Street maps that this installation serves itself. */
  streets: StreetTiles[];
  /** Satellite pictures, if the operator has configured them. */
  satellite: RasterTiles | null;
  /** Vector tiles of the basemap that comes with the app. */
  basemap: { tiles: string; maxZoom: number };
  /** An online street map, if the operator has configured one: a MapLibre style or raster tiles. */
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
