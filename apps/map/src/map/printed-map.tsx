import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../app/app.js';
import type { MapState } from './map-state.js';

/** The map on paper: a picture of it with its time, taken when the browser is about to print. */
export function PrintedMap({ state }: { state: MapState }) {
  const { words, format } = useApp();
  const printed = useSignal<{ picture: string; at: number } | undefined>(undefined);
  const scene = state.scene.value;
  useEffect(() => {
    if (scene === undefined) return undefined;
    const take = (): void => void (printed.value = { picture: scene.picture(), at: state.then.peek()?.at ?? Date.now() });
    const forget = (): void => void (printed.value = undefined);
    addEventListener('beforeprint', take);
    addEventListener('afterprint', forget);
    return () => {
      removeEventListener('beforeprint', take);
      removeEventListener('afterprint', forget);
    };
  }, [scene]);
  if (printed.value === undefined) return null;
  return (
    <figure class="map-printed">
      <img src={printed.value.picture} alt={words.value.map.label} />
      <figcaption>{format.value.time(printed.value.at)}</figcaption>
    </figure>
  );
}
