import type { Map as MapLibreMap } from 'maplibre-gl';

/** How often a busy map is redrawn, to find out whether it has finished. */
const LOOK_MS = 400;

/**
 * Marks the container of a map as busy (`aria-busy`, WAI-ARIA 1.2) while something is being loaded or drawn. If a tile that MapLibre
 * requested again came back unmodified or failed, it draws nothing and so emits no `idle`; a busy map is therefore redrawn regularly.
 * @returns a function that ends the marking
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
