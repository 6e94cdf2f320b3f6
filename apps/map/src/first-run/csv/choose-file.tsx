import { useSignal } from '@preact/signals';
import { useApp } from '../../app/app.js';
import type { ChosenFile } from './chosen-file.js';
import { MAX_BYTES, MAX_ROWS, type TableFault } from './read-table.js';
import { tableOf } from './table-of.js';

/** A file, chosen or dropped. */
export function ChooseFile({ chosen }: { chosen: (file: ChosenFile) => void }) {
  const { words, format } = useApp();
  const { importing } = words.value.firstRun;
  const over = useSignal(false);
  const reading = useSignal(false);
  const fault = useSignal<TableFault | undefined>(undefined);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    fault.value = undefined;
    if (file.size > MAX_BYTES) return void (fault.value = 'too-large');
    reading.value = true;
    const bytes = await file.arrayBuffer();
    const answer = await tableOf(bytes);
    reading.value = false;
    if ('fault' in answer) fault.value = answer.fault;
    else chosen({ name: file.name, bytes, table: answer.table });
  };
  return (
    <>
      <p>{importing.hint(format.value.number(MAX_ROWS))}</p>
      <div
        class={`import-drop${over.value ? ' import-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => (over.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          over.value = false;
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <p>{reading.value ? importing.reading : importing.drop}</p>
        <label>
          <span class="visually-hidden">{importing.file}</span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            disabled={reading.value}
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
        </label>
      </div>
      {fault.value !== undefined && (
        <p class="fault-box" role="alert">
          {importing.tableFaults[fault.value]}
        </p>
      )}
    </>
  );
}
