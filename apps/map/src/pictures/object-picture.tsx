import './picture.css';
import { useSignal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Modal } from '../dialogs/modal.js';
import { BlobImage } from './blob-image.js';
import { useLoadedPicture } from './loaded-picture.js';

/** The picture of an object, which can be enlarged. Renders nothing if there is none. */
export function ObjectPicture({ object }: { object: ExternalObject }) {
  const { words } = useApp();
  const { pictures, app } = words.value;
  const { state, again } = useLoadedPicture(object);
  const isLarge = useSignal(false);
  const name = object.title || object.externalId;
  const now = state.value;
  if (now.is === 'none') return null;
  if (now.is === 'failed') {
    return (
      <p class="warning-box spread" role="alert">
        {pictures.notShown}
        <button onClick={again}>{app.tryAgain}</button>
      </p>
    );
  }
  if (now.is === 'loading') return <div class="picture-of-object picture-waiting" role="status" aria-label={app.loading} />;
  return (
    <>
      <button
        class="picture-of-object"
        title={pictures.larger}
        aria-label={`${pictures.larger}: ${name}`}
        onClick={() => (isLarge.value = true)}
      >
        <BlobImage blob={now.blob} alt={name} />
      </button>
      {isLarge.value && (
        <Modal title={name} wide onClose={() => (isLarge.value = false)}>
          <p class="picture-large">
            <BlobImage blob={now.blob} alt={name} />
          </p>
        </Modal>
      )}
    </>
  );
}
