import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import type { MapState } from '../map/map-state.js';
import { ShareDialog } from './share-dialog.js';

/** Opens the dialog for a share link of one object or of the map's view. Only for people who may share. */
export function ShareButton({ object, state }: { object?: { externalId: string; title?: string }; state: MapState }) {
  const { words, workspace } = useApp();
  const open = useSignal(false);
  if (!workspace.may('shares:write')) return null;
  const { sharing } = words.value;
  return (
    <>
      <button aria-haspopup="dialog" onClick={() => (open.value = true)}>
        <Icon name="share" />
        {object === undefined ? sharing.shareView : sharing.share}
      </button>
      {open.value && <ShareDialog object={object} state={state} onClose={() => (open.value = false)} />}
    </>
  );
}
