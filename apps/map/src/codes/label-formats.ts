/** Sheets of labels, in millimetres. */
export interface LabelFormat {
  page: { width: number; height: number };
  label: { width: number; height: number };
  columns: number;
  rows: number;
  /** From the corner of the page to that of the first label. */
  margin: { left: number; top: number };
  gap: { x: number; y: number };
}

const A4 = { width: 210, height: 297 };
const LETTER = { width: 215.9, height: 279.4 };

/** Common formats. The labels are centred on the page, and the margins are the remaining space. */
export const LABEL_FORMATS = {
  L7160: centred(A4, { width: 63.5, height: 38.1 }, 3, 7, { x: 2.5, y: 0 }),
  L7651: centred(A4, { width: 38.1, height: 21.2 }, 5, 13, { x: 2.5, y: 0 }),
  '70x37': centred(A4, { width: 70, height: 37 }, 3, 8, { x: 0, y: 0 }),
  roll62: roll({ width: 62, height: 40 }),
} as const satisfies Record<string, LabelFormat>;
export type NamedFormat = keyof typeof LABEL_FORMATS;

/** Pages on which custom sizes are laid out; `label`: one page for each label, as printers for rolls need. */
export const OWN_PAGES = { A4, Letter: LETTER, label: undefined } as const;
export type OwnPage = keyof typeof OWN_PAGES;

export const OWN_LIMITS = { least: 12, most: 290, gapMost: 50, edge: 5 } as const;

export interface OwnSize {
  page: OwnPage;
  width: number;
  height: number;
  gap: number;
}

/** As many labels as fit on the page within the margin that printers cannot reach; undefined if none fits or a size is invalid. */
export function ownFormat({ page, width, height, gap }: OwnSize): LabelFormat | undefined {
  const { least, most, gapMost, edge } = OWN_LIMITS;
  const isSize = (value: number): boolean => Number.isFinite(value) && value >= least && value <= most;
  if (!isSize(width) || !isSize(height) || !Number.isFinite(gap) || gap < 0 || gap > gapMost) return undefined;
  const paper = OWN_PAGES[page];
  if (paper === undefined) return roll({ width, height });
  const fitting = (room: number, side: number): number => Math.floor((room - 2 * edge + gap) / (side + gap) + 1e-9);
  const [columns, rows] = [fitting(paper.width, width), fitting(paper.height, height)];
  return columns < 1 || rows < 1 ? undefined : centred(paper, { width, height }, columns, rows, { x: gap, y: gap });
}

export const perPage = ({ columns, rows }: LabelFormat): number => columns * rows;

/** Corner of label n on a page, row by row. */
export function labelAt({ columns, margin, label, gap }: LabelFormat, n: number): { x: number; y: number } {
  return {
    x: round(margin.left + (n % columns) * (label.width + gap.x)),
    y: round(margin.top + Math.floor(n / columns) * (label.height + gap.y)),
  };
}

/** Divides labels into pages. @param used labels of the first sheet that are already used up */
export function pagesOf<T>(things: readonly T[], format: LabelFormat, used: number): (T | undefined)[][] {
  const each = perPage(format);
  const first = Math.min(Math.max(0, Math.trunc(used) || 0), each - 1);
  const slots: (T | undefined)[] = [...Array.from({ length: first }, () => undefined), ...things];
  return Array.from({ length: Math.ceil(slots.length / each) }, (_, page) => slots.slice(page * each, (page + 1) * each));
}

/** Layout of a label: the code at the start, with the text next to it on a wide label and below it otherwise. */
export interface LabelLayout {
  code: { x: number; y: number; side: number };
  /** Lines of text from `y` down, each `size` high; `width` is the space for the text. */
  words: { x: number; y: number; width: number; size: number; middle: boolean };
}

const EDGE = 1.5;
const LINE = 1.25;

/** @param lines number of lines of text, at most two */
export function layoutOf({ width, height }: LabelFormat['label'], lines: number): LabelLayout {
  const size = Math.min(3.4, Math.max(1.9, height / 11));
  const wordsHeight = lines * size * LINE;
  const below = Math.min(width - 2 * EDGE, height - 2 * EDGE - wordsHeight);
  const sideBySide = Math.min(height - 2 * EDGE, width * 0.6);
  if (lines > 0 && sideBySide > below * 1.15 && width - sideBySide >= 16) {
    const x = round(EDGE + sideBySide + 1);
    return {
      code: { x: EDGE, y: round((height - sideBySide) / 2), side: round(sideBySide) },
      words: { x, y: round((height - wordsHeight) / 2), width: round(width - x - EDGE), size: round(size), middle: false },
    };
  }
  const side = Math.max(below, 5);
  const y = round((height - side - wordsHeight) / 2);
  return {
    code: { x: round((width - side) / 2), y, side: round(side) },
    words: { x: round(width / 2), y: round(y + side), width: round(width - 2 * EDGE), size: round(size), middle: true },
  };
}

function centred(
  page: LabelFormat['page'],
  label: LabelFormat['label'],
  columns: number,
  rows: number,
  gap: LabelFormat['gap'],
): LabelFormat {
  const left = (page.width - columns * label.width - (columns - 1) * gap.x) / 2;
  const top = (page.height - rows * label.height - (rows - 1) * gap.y) / 2;
  return { page, label, columns, rows, margin: { left: round(left), top: round(top) }, gap };
}

function roll(label: LabelFormat['label']): LabelFormat {
  return { page: label, label, columns: 1, rows: 1, margin: { left: 0, top: 0 }, gap: { x: 0, y: 0 } };
}

function round(mm: number): number {
  return Math.round(mm * 1000) / 1000;
}
