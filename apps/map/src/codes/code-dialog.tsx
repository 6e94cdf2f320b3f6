import './code.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { visibleElements } from '../actions/scan-action.js';
import { appUrlNow, codeLink } from '../address/code-link.js';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { saveFile } from '../files/save-file.js';
import { CorrectionChoice } from './correction-choice.js';
import { type Correction, qrPng, type QrSquares, qrSquares, qrSvg } from './qr-code.js';
import { QrPicture } from './qr-picture.js';

const SIDE_MM = { least: 10, most: 200, first: 30 };

/** Opens the code of an object. */
export function CodeButton({ object }: { object: ExternalObject }) {
  const { words } = useApp();
  const open = useSignal(false);
  return (
    <>
      <button onClick={() => (open.value = true)}>
        <Icon name="scan" />
        {words.value.codes.code}
      </button>
      {open.value && <CodeDialog object={object} close={() => (open.value = false)} />}
    </>
  );
}

/** The code of one object, to save as a picture in a chosen size and error correction. */
function CodeDialog({ object, close }: { object: ExternalObject; close: () => void }) {
  const { words, workspace, notices } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const correction = useSignal<Correction>('M');
  const side = useSignal(SIDE_MM.first);
  const withWorkspace = useSignal(false);
  const element = useSignal('');
  useEffect(() => dialog.current?.showModal(), []);
  const { app, codes } = words.value;
  const open = workspace.state.value;
  const { externalId: id, title } = object;
  const link = codeLink(appUrlNow(), {
    id,
    ws: withWorkspace.value && open.is === 'open' ? open.name : undefined,
    element: element.value || undefined,
  });
  const squares = squaresOf(link, correction.value);
  const elements = visibleElements(object.contentElements ?? []);
  const millimetres = Math.min(SIDE_MM.most, Math.max(SIDE_MM.least, side.value || SIDE_MM.first));
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(link);
    notices.info(words.peek().objects.copied);
  };
  return (
    <dialog ref={dialog} class="code-dialog" aria-labelledby="code-title" onClose={close}>
      <div class="stack">
        <div class="spread">
          <h2 id="code-title" class="code-text">
            <bdi>{codes.title(title || id)}</bdi>
          </h2>
          <button class="icon-button" aria-label={app.close} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        {squares === undefined ? <p class="warning-box">{codes.tooLong}</p> : <QrPicture squares={squares} label={codes.picture(link)} />}
        <p class="code-text quiet-text">{link}</p>
        <CorrectionChoice correction={correction} />
        <label class="field">
          {codes.side}
          <input
            type="number"
            min={SIDE_MM.least}
            max={SIDE_MM.most}
            value={side.value}
            onInput={({ currentTarget }) => (side.value = currentTarget.valueAsNumber)}
          />
        </label>
        {elements.length > 0 && (
          <label class="field">
            {codes.performs}
            <select value={element.value} onChange={({ currentTarget }) => (element.value = currentTarget.value)}>
              <option value="">{codes.performsNothing}</option>
              {elements.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.label || each.id}
                </option>
              ))}
            </select>
          </label>
        )}
        <WorkspaceChoice chosen={withWorkspace} />
        <div class="row">
          <button
            disabled={squares === undefined}
            onClick={() => saveFile(`${id}.svg`, new Blob([qrSvg(squares!, millimetres)], { type: 'image/svg+xml' }))}
          >
            <Icon name="download" />
            {codes.saveSvg}
          </button>
          <button
            disabled={squares === undefined}
            onClick={() => void qrPng(squares!, millimetres).then((file) => saveFile(`${id}.png`, file))}
          >
            <Icon name="download" />
            {codes.savePng}
          </button>
          <button onClick={() => void copy()}>
            <Icon name="link" />
            {codes.copyLink}
          </button>
        </div>
      </div>
    </dialog>
  );
}

export function WorkspaceChoice({ chosen }: { chosen: { value: boolean } }) {
  const { words } = useApp();
  const { codes } = words.value;
  return (
    <label class="check">
      <input type="checkbox" checked={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.checked)} />
      <span>
        {codes.withWorkspace}
        <span class="quiet-text code-hint">{codes.withWorkspaceHint}</span>
      </span>
    </label>
  );
}

/** Undefined if the link is too long for a code. */
export function squaresOf(link: string, correction: Correction): QrSquares | undefined {
  try {
    return qrSquares(link, correction);
  } catch {
    return undefined;
  }
}
