import { useEffect } from 'preact/hooks';
import { ActionList } from '../actions/action-list.js';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import type { MapState } from '../map/map-state.js';
import { MoveHere } from './opening/move-here.js';
import { useUsage } from './opening/other-workspaces.js';
import { UsedElsewhere } from './opening/used-elsewhere.js';

/** Close enough to see how exact a position is. */
const CLOSE_ZOOM = 15;

/**
 * In the panel of an object: what a scan of its code offers (specification 4.2), since a phone's own camera opens the
 * map by the same link.
 */
export function LinkOpened({ object, state, byLink }: { object: ExternalObject; state: MapState; byLink: boolean }) {
  const { address } = useApp();
  return (
    <>
      <MoveHere object={object} prominent={byLink} show={(place) => state.scene.peek()?.goTo({ ...place, zoom: CLOSE_ZOOM })} />
      <ActionList
        object={object}
        boundTo={address.now.value.more.element}
        opened={byLink ? 'linked' : undefined}
        goTo={(place) => state.scene.peek()?.goTo(place)}
      />
    </>
  );
}

/** A code that nobody has used yet. After a scan the new object begins at once; after opening a link it is only offered. */
export function NeverSeen({ id }: { id: string }) {
  const { address, words, workspace } = useApp();
  const may = workspace.may('objects:write');
  const usage = useUsage(id, true);
  const free = usage.value.is === 'free';
  useEffect(() => {
    if (free && may && address.takeArrival(id)) address.replace({ page: 'Scan', id, more: {} });
  }, [free]);
  if (usage.value.is !== 'free') return <UsedElsewhere usage={usage.value} id={id} element={address.now.value.more.element} page="Map" />;
  if (!may) return null;
  return (
    <button class="primary" onClick={() => address.go({ page: 'Scan', id, more: {} })}>
      {words.value.objects.createIt}
    </button>
  );
}
