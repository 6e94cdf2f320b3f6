import type { Map as MapLibreMap } from 'maplibre-gl';

/** How often a map that is still busy draws again, to see whether it has come to rest. */
const LOOK_MS = 400;

/**
 * Marks the container of a map as busy (`aria-busy`, WAI-ARIA 1.2) from when something loads until all is loaded and drawn.
 * MapLibre draws nothing, and so emits no `idle`, after a tile that it requested again came back unmodified or failed: a map that is still
 * busy is made to draw now and then. @returns a function that ends the marking
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
