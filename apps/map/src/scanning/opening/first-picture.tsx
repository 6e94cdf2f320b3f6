import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiProblem } from '../../api/problem.js';
import { useApp } from '../../app/app.js';
import { ObjectEdits } from '../../object-changes/object-edits.js';
import { notChangedText } from '../../object-changes/undo.js';
import { BlobImage } from '../../pictures/blob-image.js';

/** Sends the picture of a new object, which exists even if that fails. */
export function FirstPicture({ id, name, blob, through }: { id: string; name: string; blob: Blob; through: () => void }) {
  const app = useApp();
  const { pictures, app: common } = app.words.value;
  const edits = useRef(new ObjectEdits(app.api, app.workspace.id)).current;
  const why = useSignal<string | undefined>(undefined);
  const send = async (): Promise<void> => {
    why.value = undefined;
    try {
      await edits.addPicture(id, blob);
      through();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      why.value = notChangedText(app, error);
    }
  };
  useEffect(() => void send(), []);
  return (
    <div class="stack">
      <p class="picture-input">
        <BlobImage blob={blob} alt={pictures.chosen} />
      </p>
      {why.value === undefined ? (
        <p role="status">{pictures.uploading}</p>
      ) : (
        <>
          <p class="warning-box" role="alert">
            {pictures.notUploaded(name, why.value)}
          </p>
          <div class="row end">
            <button onClick={through}>{pictures.without}</button>
            <button class="primary" onClick={() => void send()}>
              {common.tryAgain}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
