import type { Map as MapLibreMap } from 'maplibre-gl';

/** How often a map that is still busy draws again, to see whether it has come to rest. */
const LOOK_MS = 400;

/**
 * Marks the container of a map as busy (`aria-busy`, WAI-ARIA 1.2) from when something loads until all is loaded and drawn.
 * MapLibre draws nothing, and so tells of no rest, after a tile that it asked for anew came back unmodified or failed: whoever is still
 * busy is made to draw now and then. @returns what ends the marking
 */
export function markBusy(map: MapLibreMap, container: HTMLElement): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const busy = (): void => {
    container.ariaBusy = 'true';
    timer ??= setInterval(() => map.triggerRepaint(), LOOK_MS);
  };
  const atRest = (): void => {
    container.ariaBusy = 'false';
    clearInterval(timer);
    timer = undefined;
  };
  busy();
  map.on('dataloading', busy);
  map.on('idle', atRest);
  return () => clearInterval(timer);
}
