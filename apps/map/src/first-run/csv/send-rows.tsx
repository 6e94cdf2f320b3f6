import type { Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { csvFile, saveFile } from '../../files/save-file.js';
import { notChangedText } from '../../object-changes/undo.js';
import type { ChosenFile } from './chosen-file.js';
import { failedRowsCsv } from './failed-rows.js';
import type { RowElement, RowFault } from './row-elements.js';
import { CsvSending } from './sending.js';

const REFUSED_SHOWN = 200;

interface SendRowsProps {
  file: ChosenFile;
  rows: readonly RowElement[];
  faults: readonly RowFault[];
  /** True while closing would interrupt the import. */
  busy: Signal<boolean>;
  finish: () => void;
}

/** Sends the rows and shows the result of each. */
export function SendRows({ file, rows, faults, busy, finish }: SendRowsProps) {
  const app = useApp();
  const { words, format } = app;
  const { importing } = words.value.firstRun;
  const sending = useMemo(() => new CsvSending(app.api, app.workspace.id, rows), [rows]);
  useEffect(() => void sending.go(), [sending]);
  const { is, sent, created, updated, refused, problem } = sending.progress.value;
  useEffect(() => {
    busy.value = is === 'sending';
  }, [is]);
  useEffect(() => () => sending.pause(), [sending]);
  const number = (value: number): string => format.value.number(value);
  const lost = faults.length + refused.length;
  const download = (): void => {
    const failed = [
      ...faults.map(({ line, cells, column, reason }) => ({
        line,
        cells,
        why: [column, importing.reasons[reason]].filter(Boolean).join(': '),
      })),
      ...refused.map(({ row: { line, cells }, detail }) => ({ line, cells, why: detail })),
    ];
    const csv = failedRowsCsv(
      file.table.header,
      failed.sort((a, b) => a.line - b.line),
      file.table.separator,
      { line: importing.line, why: importing.why },
    );
    saveFile(`${file.name.replace(/\.[^.]*$/, '')}-${importing.failedFile}.csv`, csvFile(csv));
  };
  return (
    <>
      <label class="field">
        <span role="status">
          {is === 'done'
            ? lost === 0
              ? importing.allSent
              : importing.sent(number(rows.length - refused.length), number(rows.length + faults.length))
            : importing.sent(number(sent), number(rows.length))}
        </span>
        <progress max={rows.length} value={sent} />
      </label>
      <dl class="facts">
        <dt>{importing.created}</dt>
        <dd>{number(created)}</dd>
        <dt>{importing.updated}</dt>
        <dd>{number(updated)}</dd>
        <dt>{importing.refused}</dt>
        <dd>{number(refused.length)}</dd>
        <dt>{importing.notSent}</dt>
        <dd>{number(faults.length)}</dd>
      </dl>
      {problem !== undefined && (
        <p class="fault-box" role="alert">
          {importing.interrupted} {notChangedText(app, problem)}
        </p>
      )}
      {refused.length > 0 && (
        <div class="table-scroll import-faults" tabIndex={0} role="region" aria-label={importing.refused}>
          <table>
            <thead>
              <tr>
                <th scope="col">{importing.line}</th>
                <th scope="col">{words.value.objects.id}</th>
                <th scope="col">{importing.why}</th>
              </tr>
            </thead>
            <tbody>
              {refused.slice(0, REFUSED_SHOWN).map(({ row, detail }) => (
                <tr key={row.line}>
                  <td>{row.line}</td>
                  <td dir="auto">{row.element.externalId}</td>
                  <td>{detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="row end">
        {lost > 0 && is !== 'sending' && (
          <button onClick={download}>
            <Icon name="download" />
            {importing.download(number(lost))}
          </button>
        )}
        {is === 'sending' && (
          <button onClick={() => sending.pause()}>
            <Icon name="pause" />
            {importing.pause}
          </button>
        )}
        {(is === 'paused' || is === 'failed') && (
          <button class="primary" onClick={() => void sending.go()}>
            {importing.resume}
          </button>
        )}
        {is === 'done' && (
          <button class="primary" onClick={finish}>
            {words.value.firstRun.showIt}
          </button>
        )}
      </div>
    </>
  );
}
