import { noAnswer, problemOf } from './problem.js';

/** What the operator set for the app (`GET /app/settings.json`). */
export interface AppSettings {
  /** Vector tiles of the basemap that comes with the app. */
  basemap: { tiles: string; maxZoom: number };
  /** A map of streets, where the operator has set one: a MapLibre style, or raster tiles. */
  streetMap: { style: string } | { tiles: string; attribution: string; maxZoom: number } | null;
  signIn: { password: boolean; provider: boolean };
  version: string;
}

/** @throws ApiProblem */
export async function readAppSettings(): Promise<AppSettings> {
  const response = await fetch('/app/settings.json').catch((error: unknown) => Promise.reject(noAnswer(error)));
  if (!response.ok) throw problemOf(response, await response.text());
  return (await response.json()) as AppSettings;
}
