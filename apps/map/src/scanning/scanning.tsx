import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { appUrlNow } from '../address/code-link.js';
import { useApp } from '../app/app.js';
import { Counting } from './counting/counting.js';
import { counted, readInventory, writeInventory } from './counting/inventory.js';
import { NextButton } from './opening/create-form.js';
import { OpenedCode } from './opening/opened-code.js';
import { PlacingList } from './placing/placing-list.js';
import { Placing } from './placing/placing-state.js';
import { type ReadCode, readCode } from './reading/code-text.js';
import { Reader } from './reading/reader.js';
import { Unsynced } from './unsynced.js';

const MODES = ['open', 'count', 'place'] as const;
type Mode = (typeof MODES)[number];

/** The scanner, and the use of each scan: opened one by one, counted, or placed. */
export function Scanning() {
  const app = useApp();
  const { words, address, notices, workspace } = app;
  const { scanning } = words.value;
  const mode = useSignal<Mode>('open');
  /** An open code that is not an object. Objects are in the address, so that they stay open after a reload. */
  const unusable = useSignal<Exclude<ReadCode, { is: 'object' }> | undefined>(undefined);
  const scannedHere = useSignal(false);
  const last = useSignal('');
  const inventory = useSignal(useMemo(() => readInventory(workspace.id) as ReturnType<typeof readInventory>, []));
  const placing = useMemo(() => new Placing(app), []);
  const outcome = useRef<HTMLElement>(null);
  useEffect(() => writeInventory(workspace.id, inventory.value), [inventory.value]);

  const { id, more } = address.now.value;
  const opened: ReadCode | undefined =
    unusable.value ?? (id === undefined ? undefined : { is: 'object', id, ws: undefined, element: more.element });
  const openObject = (objectId: string, element: string | undefined): void => {
    unusable.value = undefined;
    scannedHere.value = true;
    address.replace({ id: objectId, more: element === undefined ? {} : { element } });
  };
  const close = (): void => {
    unusable.value = undefined;
    scannedHere.value = false;
    address.replace({ id: undefined, more: {} });
  };
  const otherWorkspace = useSignal<Extract<ReadCode, { is: 'object' }> | undefined>(undefined);
  const open = (code: ReadCode): void => {
    const state = workspace.state.peek();
    otherWorkspace.value = undefined;
    if (code.is !== 'object') unusable.value = code;
    else if (code.ws !== undefined && state.is === 'open' && code.ws !== state.name) otherWorkspace.value = code;
    else openObject(code.id, code.element);
  };
  const scanned = (text: string): void => {
    const code = readCode(text, appUrlNow());
    last.value = text.trim().slice(0, 300);
    navigator.vibrate?.(40);
    if (mode.peek() === 'open') {
      open(code);
      requestAnimationFrame(() => outcome.current?.scrollIntoView({ block: 'nearest' }));
      return;
    }
    if (code.is === 'no-id') return notices.warn(scanning.noId[code.why]);
    const thing = code.is === 'object' ? code.id : code.ids[0];
    if (thing === undefined) return notices.warn(scanning.noId['too-long']);
    if (mode.peek() === 'count') inventory.value = counted(inventory.peek(), thing, Date.now());
    else void placing.scanned(thing);
  };
  const choose = (next: Mode): void => {
    close();
    mode.value = next;
  };
  const shown = otherWorkspace.value ?? opened;
  const next = (): void => {
    otherWorkspace.value = undefined;
    close();
  };
  return (
    <div class={`scan-page${mode.value === 'open' && shown !== undefined ? ' scan-opened' : ''}`}>
      <div class="scan-in">
        <div class="row scan-modes" role="group" aria-label={scanning.modes.label}>
          {MODES.map((each) => (
            <button key={each} aria-pressed={mode.value === each} onClick={() => choose(each)}>
              {scanning.modes[each]}
            </button>
          ))}
        </div>
        <p class="quiet-text">{scanning.modeHints[mode.value]}</p>
        <Reader onCode={scanned} paused={mode.value === 'open' && shown !== undefined} />
      </div>
      <section ref={outcome} class="scanning-out stack" aria-live="polite">
        {last.value !== '' && <p class="visually-hidden">{scanning.scanned(last.value)}</p>}
        {mode.value === 'open' && shown !== undefined && (
          <div class="card stack">
            <OpenedCode code={shown} scannedHere={scannedHere.value} use={(chosen) => openObject(chosen, undefined)} next={next} />
            {(shown.is !== 'object' || shown === otherWorkspace.value) && (
              <div class="row">
                <NextButton next={next} />
              </div>
            )}
          </div>
        )}
        {mode.value === 'count' && (
          <div class="card">
            <Counting list={inventory} />
          </div>
        )}
        {mode.value === 'place' && (
          <div class="card">
            <PlacingList placing={placing} />
          </div>
        )}
        <Unsynced />
      </section>
    </div>
  );
}
