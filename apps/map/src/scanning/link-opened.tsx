import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ActionList } from '../actions/action-list.js';
import { elementOnScan } from '../actions/scan-action.js';
import { useApp } from '../app/app.js';
import type { OpenObject } from '../objects/object-action.js';
import { MoveHere } from './opening/move-here.js';
import { useUsage } from './opening/other-workspaces.js';
import { UsedElsewhere } from './opening/used-elsewhere.js';

/** Close enough to see the accuracy of a position. */
const CLOSE_ZOOM = 15;

/** Shows the actions of a scan in the panel of an object, because a phone's camera opens the map with the same link. */
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
  // After opening a code, its action comes first.
  return { content, first: byLink && elementOnScan(object.contentElements ?? [], element) !== undefined };
}

/** A code without an object. A scan opens the form of a new object at once; after a link, it is only offered. */
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
