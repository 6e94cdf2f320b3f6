import './code.css';
import { useSignal } from '@preact/signals';
import { appUrlNow, codeLink } from '../address/code-link.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { csvText } from '../files/csv.js';
import { csvFile, saveFile } from '../files/save-file.js';
import { squaresOf, WorkspaceChoice } from './code-dialog.js';
import { CorrectionChoice } from './correction-choice.js';
import { FormatChoice } from './format-choice.js';
import { LABEL_FORMATS, type LabelFormat, pagesOf } from './label-formats.js';
import { printPages } from './printing.js';
import type { Correction } from './qr-code.js';
import { SheetPage, type Sticker } from './sheet-page.js';
import type { Candidate } from './sticker-choice.js';
import { StickerSource } from './sticker-source.js';

const AT_ONCE = 40;

/** Sheets of stickers for many objects, as printable pages, and their links as a table. */
export function CodesTab() {
  const { words, format, workspace, notices } = useApp();
  const { codes } = words.value;
  const { sheet } = codes;
  const chosen = useSignal<readonly Candidate[]>([]);
  const labels = useSignal<LabelFormat | undefined>(LABEL_FORMATS.L7160);
  const used = useSignal(0);
  const correction = useSignal<Correction>('M');
  const withWorkspace = useSignal(false);
  const marks = useSignal(false);
  const withWords = useSignal(true);
  const preparing = useSignal(false);
  const open = workspace.state.value;
  const ws = withWorkspace.value && open.is === 'open' ? open.name : undefined;
  const linkOf = ({ id }: Candidate): string => codeLink(appUrlNow(), { id, ws });
  const stickerOf = (candidate: Candidate): Sticker | undefined => {
    const squares = squaresOf(linkOf(candidate), correction.value);
    return squares && { ...candidate, squares };
  };
  const pages = labels.value === undefined ? [] : pagesOf(chosen.value, labels.value, used.value);
  const pageLabel = sheet.previewLabel(format.value.number(pages.length));

  const print = async (): Promise<void> => {
    const paper = labels.peek()!;
    preparing.value = true;
    const stickers: (Sticker | undefined)[] = [];
    for (const candidate of chosen.peek()) {
      stickers.push(stickerOf(candidate));
      if (stickers.length % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    preparing.value = false;
    if (stickers.includes(undefined)) return notices.warn(codes.tooLong);
    const sheets = pagesOf(stickers, paper, used.peek());
    printPages(
      sheets.map((each, n) => (
        <SheetPage key={n} stickers={each} format={paper} marks={marks.peek()} words={withWords.peek()} label={`${n + 1}`} />
      )),
      paper.page,
    );
  };
  const saveTable = (): void => {
    const { columns } = sheet;
    saveFile(
      'links.csv',
      csvFile(csvText([[columns.id, columns.title, columns.link], ...chosen.value.map((each) => [each.id, each.title, linkOf(each)])])),
    );
  };
  return (
    <div class="code-tab">
      <div class="stack">
        <StickerSource chosen={chosen} />
        <section class="card stack" aria-labelledby="label-format">
          <h2 id="label-format">{sheet.format}</h2>
          <FormatChoice labels={labels} />
          <div class="code-pair">
            <CorrectionChoice correction={correction} />
            <label class="field">
              {sheet.used}
              <input
                type="number"
                min={0}
                value={used.value}
                onInput={({ currentTarget }) => (used.value = Math.max(0, currentTarget.valueAsNumber || 0))}
              />
            </label>
          </div>
          <label class="check">
            <input type="checkbox" checked={withWords.value} onChange={({ currentTarget }) => (withWords.value = currentTarget.checked)} />
            {sheet.words}
          </label>
          <label class="check">
            <input type="checkbox" checked={marks.value} onChange={({ currentTarget }) => (marks.value = currentTarget.checked)} />
            {sheet.marks}
          </label>
          <WorkspaceChoice chosen={withWorkspace} />
        </section>
      </div>
      <section class="stack code-sheet-preview" aria-labelledby="sheet-preview">
        <div class="spread">
          <h2 id="sheet-preview">{sheet.preview}</h2>
          <span class="quiet-text" role="status">
            {pages.length > 0 ? pageLabel : ''}
          </span>
        </div>
        {labels.value !== undefined && pages.length > 0 && (
          <SheetPage
            stickers={pages[0]!.map((each) => each && stickerOf(each))}
            format={labels.value}
            marks={marks.value}
            words={withWords.value}
            label={sheet.preview}
          />
        )}
        <div class="row">
          <button class="primary" disabled={pages.length === 0 || preparing.value} onClick={() => void print()}>
            <Icon name="print" />
            {preparing.value ? sheet.preparing : sheet.print}
          </button>
          <button disabled={chosen.value.length === 0} onClick={saveTable}>
            <Icon name="download" />
            {sheet.saveTable}
          </button>
        </div>
        <p class="quiet-text">{sheet.printHint}</p>
      </section>
    </div>
  );
}
