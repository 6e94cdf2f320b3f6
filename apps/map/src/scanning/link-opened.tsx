import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ActionList } from '../actions/action-list.js';
import { elementOnScan } from '../actions/scan-action.js';
import { useApp } from '../app/app.js';
import type { OpenObject } from '../objects/object-action.js';
import { MoveHere } from './opening/move-here.js';
import { useUsage } from './opening/other-workspaces.js';
import { UsedElsewhere } from './opening/used-elsewhere.js';

/** Close enough to see how exact a position is. */
const CLOSE_ZOOM = 15;

/**
 * In the panel of an object: what a scan of its code offers (specification 4.2), since a phone's own camera opens the
 * map by the same link.
 */
export function useScanActions({ object, state, byLink }: OpenObject): { content: ComponentChildren; first: boolean } {
  const { element } = useApp().address.now.value.more;
  const content = (
    <>
      <MoveHere object={object} prominent={byLink} show={(place) => state.scene.peek()?.goTo({ ...place, zoom: CLOSE_ZOOM })} />
      <ActionList
        object={object}
        boundTo={element}
        opened={byLink ? 'linked' : undefined}
        goTo={(place) => state.scene.peek()?.goTo(place)}
      />
    </>
  );
  // Somebody who opened a code wants its action first.
  return { content, first: byLink && elementOnScan(object.contentElements ?? [], element) !== undefined };
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
