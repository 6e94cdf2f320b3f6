import './picture.css';
import { useSignal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { BlobImage } from './blob-image.js';
import { useLoadedPicture } from './loaded-picture.js';
import type { PictureChoice } from './picture-choice.js';
import { PictureFault, shrinkPicture } from './shrink-picture.js';

interface PictureInputProps {
  choice: PictureChoice;
  change: (choice: PictureChoice) => void;
  /** The object, which may have a picture; undefined if it does not exist yet. */
  object?: Pick<ExternalObject, 'externalId' | 'picture' | 'title'>;
}

const NOTHING = { externalId: '', picture: undefined };

/** Takes a picture with a phone's camera or from a file. It is shown before it is sent, and can be discarded. */
export function PictureInput({ choice, change, object }: PictureInputProps) {
  const { words } = useApp();
  const { pictures, scanning } = words.value;
  const { state } = useLoadedPicture(object ?? NOTHING);
  const busy = useSignal(false);
  const fault = useSignal<PictureFault['why'] | undefined>(undefined);
  const take = async (file: File): Promise<void> => {
    busy.value = true;
    fault.value = undefined;
    try {
      change({ is: 'new', blob: await shrinkPicture(file) });
    } catch (error) {
      if (!(error instanceof PictureFault)) throw error;
      fault.value = error.why;
    } finally {
      busy.value = false;
    }
  };
  const held = state.value.is === 'there' ? state.value.blob : undefined;
  const shown = choice.is === 'new' ? choice.blob : choice.is === 'kept' ? held : undefined;
  const has = choice.is === 'new' || (choice.is === 'kept' && object?.picture !== undefined);
  return (
    <fieldset class="plain stack picture-input">
      <legend>
        {pictures.one} {object === undefined && <span class="quiet-text">({scanning.optional})</span>}
      </legend>
      {shown !== undefined && (
        <BlobImage blob={shown} alt={choice.is === 'new' ? pictures.chosen : object?.title || object?.externalId || pictures.one} />
      )}
      {choice.is === 'removed' && <p class="quiet-text">{pictures.removed}</p>}
      <p role="status" class="quiet-text" hidden={!busy.value}>
        {busy.value && pictures.preparing}
      </p>
      {fault.value !== undefined && (
        <p class="fault-box" role="alert">
          {pictures[fault.value]}
        </p>
      )}
      <div class="row">
        <FileButton name={pictures.take} icon="camera" camera take={take} />
        <FileButton name={pictures.choose} icon="picture" take={take} />
        {choice.is !== 'removed' && has && (
          <button type="button" onClick={() => change(object?.picture === undefined ? { is: 'kept' } : { is: 'removed' })}>
            <Icon name="close" />
            {pictures.remove}
          </button>
        )}
        {choice.is === 'removed' && (
          <button type="button" onClick={() => change({ is: 'kept' })}>
            {pictures.keep}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** @param camera opens the phone's camera directly, without a choice of files; shown only on touch screens */
function FileButton({
  name,
  icon,
  camera = false,
  take,
}: {
  name: string;
  icon: 'camera' | 'picture';
  camera?: boolean;
  take: (file: File) => Promise<void>;
}) {
  return (
    <label class={camera ? 'button picture-file picture-by-camera' : 'button picture-file'}>
      <Icon name={icon} />
      {name}
      <input
        class="visually-hidden"
        type="file"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void take(file);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
