import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import type { MapState } from '../map/map-state.js';
import { TimeBar } from '../map/time-bar.js';
import { ShareButton } from '../sharing/share-button.js';
import { ViewsMenu } from '../views/views-menu.js';

/** Actions on the whole view. On phones, they are behind one button, because the map is small there. */
export function MapTools({ state }: { state: MapState }) {
  const { session, words } = useApp();
  const open = useSignal(false);
  if (session.shared) return null;
  const { more } = words.value.map;
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open.value) return;
    event.stopPropagation();
    open.value = false;
  };
  return (
    <div class={open.value ? 'map-tools map-tools-open' : 'map-tools'} onKeyDown={close}>
      <button
        class="map-more icon-button"
        aria-expanded={open.value}
        aria-label={more}
        title={more}
        onClick={() => (open.value = !open.value)}
      >
        <Icon name="more" />
      </button>
      <TimeBar state={state} />
      <ViewsMenu />
      <ShareButton state={state} />
    </div>
  );
}
