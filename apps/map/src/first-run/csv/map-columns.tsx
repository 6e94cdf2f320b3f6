import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import type { ChosenFile } from './chosen-file.js';
import { type Column, guessColumns, type Meaning, MEANINGS } from './columns.js';
import { type Separator, SEPARATORS } from './read-table.js';
import { elementOf, isField, mappingFault, type RowElement, type RowFault } from './row-elements.js';
import { tableOf } from './table-of.js';

const PREVIEWED = 6;
const FAULTS_SHOWN = 200;

interface MapColumnsProps {
  file: ChosenFile;
  chosen: (file: ChosenFile) => void;
  again: () => void;
  send: (rows: readonly RowElement[], faults: readonly RowFault[]) => void;
}

/** The meaning of each column, with the first rows and the faulty rows, before anything is sent. */
export function MapColumns({ file, chosen, again, send }: MapColumnsProps) {
  const app = useApp();
  const { words, format } = app;
  const { importing } = words.value.firstRun;
  const { header, rows, broken, separator } = file.table;
  const definitions = useSignal<ReadonlyMap<string, Schemas['DefinedField']>>(new Map());
  const columns = useSignal<readonly Column[]>([]);
  /** Columns whose meaning somebody has chosen, so that no guess overwrites it. */
  const assigned = useRef(new Set<number>());
  useMemo(() => {
    assigned.current.clear();
    columns.value = guessColumns(header, rows, definitions.peek());
  }, [file]);
  useEffect(() => {
    app.api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: app.workspace.id } } })
      .then(({ data }) => {
        definitions.value = new Map(data!.fields!.map((field) => [field.name, field]));
        const guessed = guessColumns(header, rows, definitions.peek());
        columns.value = columns.peek().map((column, at) => (assigned.current.has(at) ? column : guessed[at]!));
      })
      .catch(() => undefined);
  }, []);
  const wrong = mappingFault(columns.value);
  const { good, faults } = useMemo(() => {
    const judged = wrong === undefined ? rows.map((row) => elementOf(row, header, columns.value, definitions.peek(), Date.now())) : [];
    const lost = broken.map(({ line, cells, why }): RowFault => ({ line, cells, column: undefined, reason: why }));
    return {
      good: judged.filter((each) => 'element' in each),
      faults: [...lost, ...judged.filter((each) => 'reason' in each)].sort((a, b) => a.line - b.line),
    };
  }, [file, columns.value, wrong]);
  const set = (at: number, change: Partial<Column>): void => {
    assigned.current.add(at);
    columns.value = columns.peek().map((column, each) => (each === at ? { ...column, ...change } : column));
  };
  const separate = async (by: Separator): Promise<void> => {
    const answer = await tableOf(file.bytes, by);
    if ('table' in answer) chosen({ ...file, table: answer.table });
    else app.notices.warn(importing.tableFaults[answer.fault]);
  };
  return (
    <>
      <div class="row">
        <label class="row">
          {importing.separator}
          <select class="add-defined" value={separator} onChange={({ currentTarget }) => void separate(currentTarget.value as Separator)}>
            {SEPARATORS.map((each) => (
              <option key={each} value={each}>
                {importing.separators[each]}
              </option>
            ))}
          </select>
        </label>
        <span class="quiet-text">{importing.rows(format.value.number(rows.length))}</span>
      </div>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={importing.preview}>
        <table class="import-columns">
          <thead>
            <tr>
              <th scope="col" class="import-line">
                {importing.line}
              </th>
              {header.map((name, at) => (
                <th key={at} scope="col">
                  <div class="stack">
                    <strong dir="auto">{name || importing.column(String(at + 1))}</strong>
                    <select
                      aria-label={importing.meaningOf(name || importing.column(String(at + 1)))}
                      value={columns.value[at]!.meaning}
                      onChange={({ currentTarget }) =>
                        set(at, { meaning: currentTarget.value as Meaning, field: columns.peek()[at]!.field || name })
                      }
                    >
                      {MEANINGS.map((meaning) => (
                        <option key={meaning} value={meaning}>
                          {importing.meanings[meaning]}
                        </option>
                      ))}
                    </select>
                    {isField(columns.value[at]!.meaning) && (
                      <input
                        aria-label={importing.fieldOf(name)}
                        value={columns.value[at]!.field}
                        onChange={({ currentTarget }) => set(at, { field: currentTarget.value })}
                      />
                    )}
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, PREVIEWED).map(({ line, cells }) => (
              <tr key={line}>
                <td class="import-line">{line}</td>
                {cells.map((cell, at) => (
                  <td key={at} class={columns.value[at]?.meaning === 'skip' ? 'import-skipped' : ''} title={cell} dir="auto">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="hint-line">{importing.newOnly}</p>
      {wrong !== undefined && (
        <p class="warning-box" role="alert">
          {importing.mappingFaults[wrong]}
        </p>
      )}
      {faults.length > 0 && <Faults faults={faults} />}
      <div class="row end">
        <button onClick={again}>{importing.another}</button>
        <button class="primary" disabled={wrong !== undefined || good.length === 0} onClick={() => send(good, faults)}>
          {importing.send(format.value.number(good.length))}
        </button>
      </div>
    </>
  );
}

function Faults({ faults }: { faults: readonly RowFault[] }) {
  const { words, format } = useApp();
  const { importing } = words.value.firstRun;
  return (
    <details class="warning-box" open={faults.length <= 20}>
      <summary>{importing.faulty(format.value.number(faults.length))}</summary>
      <ul class="import-faults">
        {faults.slice(0, FAULTS_SHOWN).map(({ line, column, reason }) => (
          <li key={line} dir="auto">
            {importing.faultLine(String(line), column, importing.reasons[reason])}
          </li>
        ))}
        {faults.length > FAULTS_SHOWN && <li>…</li>}
      </ul>
    </details>
  );
}
