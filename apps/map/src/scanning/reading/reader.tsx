import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { Camera } from './camera.js';
import { type Decoder, openDecoder } from './decoder.js';
import { dotsOfPicture } from './picture.js';

/** The three inputs: camera, picture, and typing, which hand scanners also use. */
export function Reader({ onCode, paused }: { onCode: (text: string) => void; paused: boolean }) {
  return (
    <div class="scan-reader">
      <CameraView onCode={onCode} paused={paused} />
      <TypedCode onCode={onCode} />
      <PictureChoice onCode={onCode} />
    </div>
  );
}

function CameraView({ onCode, paused }: { onCode: (text: string) => void; paused: boolean }) {
  const { words } = useApp();
  const video = useRef<HTMLVideoElement>(null);
  const camera = useSignal<Camera | undefined>(undefined);
  const newest = useRef({ onCode, paused });
  newest.current = { onCode, paused };
  useEffect(() => {
    const made = new Camera(video.current!, { onCode: (text) => newest.current.onCode(text), paused: () => newest.current.paused });
    camera.value = made;
    void allowedAlready().then((allowed) => (allowed && camera.peek() === made ? made.start() : undefined));
    return () => {
      camera.value = undefined;
      made.close();
    };
  }, []);
  const texts = words.value.scanning.camera;
  const state = camera.value?.state.value ?? { is: 'off' };
  return (
    <section class="scan-camera" aria-label={texts.label}>
      <div class="scan-camera-picture" hidden={state.is !== 'on' && state.is !== 'starting'}>
        <video ref={video} playsInline muted aria-label={texts.label} />
        {state.is === 'on' && !paused && <div class="scan-camera-aim" aria-hidden="true" />}
      </div>
      {state.is === 'fault' && (
        <p class="warning-box" role="alert">
          {texts[state.fault]}
        </p>
      )}
      {state.is === 'starting' && <p role="status">{texts.starting}</p>}
      {state.is === 'on' && <p class="quiet-text">{texts.aim}</p>}
      <div class="row">
        {state.is === 'on' || state.is === 'starting' ? (
          <button onClick={() => camera.value?.stop()}>{texts.stop}</button>
        ) : (
          <button class="primary" onClick={() => void camera.value?.start()}>
            <Icon name="scan" />
            {texts.start}
          </button>
        )}
        {state.is === 'on' && camera.value!.cameras.value.length > 1 && (
          <button onClick={() => void camera.value?.other()}>{texts.other}</button>
        )}
        {state.is === 'on' && camera.value!.light.value !== undefined && (
          <button aria-pressed={camera.value!.light.value} onClick={() => void camera.value?.switchLight()}>
            {texts.light}
          </button>
        )}
      </div>
    </section>
  );
}

function TypedCode({ onCode }: { onCode: (text: string) => void }) {
  const { words } = useApp();
  const input = useRef<HTMLInputElement>(null);
  // A hand scanner types into the focused input. On a phone, focusing it would open the keyboard.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);
  const use = (event: Event): void => {
    event.preventDefault();
    const { value } = input.current!;
    if (value.trim() === '') return;
    input.current!.value = '';
    onCode(value);
  };
  const { scanning } = words.value;
  return (
    <form class="scan-typed" onSubmit={use}>
      <label class="field">
        {scanning.type}
        <input
          ref={input}
          name="code"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="go"
          aria-describedby="typed-code-hint"
        />
      </label>
      <button>{scanning.use}</button>
      <span id="typed-code-hint" class="hint quiet-text">
        {scanning.typeHint}
      </span>
    </form>
  );
}

function PictureChoice({ onCode }: { onCode: (text: string) => void }) {
  const { words } = useApp();
  const decoder = useRef<Promise<Decoder> | undefined>(undefined);
  const state = useSignal<'idle' | 'reading' | 'nothing' | 'no-picture' | 'failed'>('idle');
  useEffect(() => () => void decoder.current?.then((each) => each.close()), []);
  const read = async (file: File): Promise<void> => {
    state.value = 'reading';
    const dots = await dotsOfPicture(file).catch(() => undefined);
    if (dots === undefined) return void (state.value = 'no-picture');
    try {
      decoder.current ??= openDecoder();
      const texts = await (await decoder.current).read(dots, true);
      state.value = texts.length === 0 ? 'nothing' : 'idle';
      for (const text of texts) onCode(text);
    } catch (error) {
      console.error(error);
      decoder.current = undefined;
      state.value = 'failed';
    }
  };
  const { scanning } = words.value;
  const statusText = {
    idle: '',
    reading: scanning.reading,
    nothing: scanning.nothingInPicture,
    'no-picture': scanning.notAPicture,
    failed: scanning.camera.failed,
  }[state.value];
  return (
    <div class="stack">
      <label class="button scan-picture">
        {scanning.picture}
        <input
          class="visually-hidden"
          type="file"
          accept="image/*"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void read(file);
            currentTarget.value = '';
          }}
        />
      </label>
      <p
        role="status"
        class={state.value === 'idle' || state.value === 'reading' ? 'quiet-text' : 'warning-box'}
        hidden={statusText === ''}
      >
        {statusText}
      </p>
    </div>
  );
}

/** Whether the camera can be started without asking, so that people who only want to type are not asked. */
async function allowedAlready(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state === 'granted';
  } catch {
    return false;
  }
}
