import './import.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { ChooseFile } from './choose-file.js';
import type { ChosenFile } from './chosen-file.js';
import { MapColumns } from './map-columns.js';
import type { RowElement, RowFault } from './row-elements.js';
import { SendRows } from './send-rows.js';

type Step =
  | { is: 'choose' }
  | { is: 'map'; file: ChosenFile }
  | { is: 'send'; file: ChosenFile; rows: readonly RowElement[]; faults: readonly RowFault[] };

/** Imports the rows of a CSV file as objects: file, columns, sending, results. @param finished called when all rows are sent */
export function ImportDialog({ closed, finished }: { closed: () => void; finished: () => void }) {
  const app = useApp();
  const { importing } = app.words.value.firstRun;
  const dialog = useRef<HTMLDialogElement>(null);
  const step = useSignal<Step>({ is: 'choose' });
  const busy = useSignal(false);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current!.close();
  const now = step.value;
  return (
    <dialog
      ref={dialog}
      class="import-dialog"
      aria-labelledby="import-title"
      onCancel={(event) => (busy.value || now.is === 'map') && event.preventDefault()}
      onClose={closed}
    >
      <div class="stack">
        <header class="spread">
          <h1 id="import-title">{now.is === 'choose' ? importing.title : importing.titleOf(now.file.name)}</h1>
          <button class="icon-button" aria-label={app.words.value.app.close} disabled={busy.value} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {now.is === 'choose' && <ChooseFile chosen={(file) => (step.value = { is: 'map', file })} />}
        {now.is === 'map' && (
          <MapColumns
            file={now.file}
            again={() => (step.value = { is: 'choose' })}
            chosen={(file) => (step.value = { is: 'map', file })}
            send={(rows, faults) => (step.value = { is: 'send', file: now.file, rows, faults })}
          />
        )}
        {now.is === 'send' && (
          <SendRows
            file={now.file}
            rows={now.rows}
            faults={now.faults}
            busy={busy}
            finish={() => {
              close();
              finished();
            }}
          />
        )}
      </div>
    </dialog>
  );
}
