import { labelAt, type LabelFormat, layoutOf } from './label-formats.js';
import { type QrSquares, QUIET_ZONE, squaresPath } from './qr-code.js';

/** The contents of one label. */
export interface Sticker {
  id: string;
  title: string;
  squares: QrSquares;
}

const LINE = 1.25;
const MARK_MM = 3;

/** One sheet in its printed size: an SVG with millimetres as units, so that each code is exactly on its label. */
export function SheetPage({
  stickers,
  format,
  marks,
  words,
  label,
}: {
  stickers: readonly (Sticker | undefined)[];
  format: LabelFormat;
  marks: boolean;
  words: boolean;
  label: string;
}) {
  const { width, height } = format.page;
  return (
    <svg class="code-sheet" role="img" aria-label={label} width={`${width}mm`} height={`${height}mm`} viewBox={`0 0 ${width} ${height}`}>
      <rect width={width} height={height} fill="#fff" />
      {marks && <CutMarks format={format} />}
      {stickers.map((sticker, n) => {
        if (sticker === undefined) return null;
        const { x, y } = labelAt(format, n);
        return <Label key={n} sticker={sticker} label={format.label} words={words} x={x} y={y} />;
      })}
    </svg>
  );
}

function Label({
  sticker: { id, title, squares },
  label,
  words,
  x,
  y,
}: {
  sticker: Sticker;
  label: LabelFormat['label'];
  words: boolean;
  x: number;
  y: number;
}) {
  const texts = !words ? [] : title === '' || title === id ? [id] : [title, id];
  const { code, words: place } = layoutOf(label, texts.length);
  const room = Math.floor((label.height - 2) / (place.size * LINE));
  // Below the code, each text has one line; next to it there is room for more.
  const lines = texts.flatMap((text, n) =>
    wrapped(text, place.width, place.size, place.middle ? 1 : Math.max(1, Math.floor(room / texts.length))).map((line) => ({
      line,
      strong: n === 0 && texts.length > 1,
    })),
  );
  const top = place.middle ? place.y : (label.height - lines.length * place.size * LINE) / 2;
  const module = code.side / (squares.size + 2 * QUIET_ZONE);
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        transform={`translate(${code.x + QUIET_ZONE * module} ${code.y + QUIET_ZONE * module}) scale(${module})`}
        d={squaresPath(squares)}
        fill="#000"
        shape-rendering="crispEdges"
      />
      {lines.map(({ line, strong }, n) => (
        <text
          key={n}
          x={place.x}
          y={top + (n + 0.8) * place.size * LINE}
          font-size={place.size}
          font-weight={strong ? 600 : 400}
          text-anchor={place.middle ? 'middle' : 'start'}
          fill="#000"
        >
          {line}
        </text>
      ))}
    </g>
  );
}

/** Short lines in the corners of each label, outside its printed content. */
function CutMarks({ format }: { format: LabelFormat }) {
  const { label, columns, rows } = format;
  const parts: string[] = [];
  for (let n = 0; n < columns * rows; n++) {
    const { x, y } = labelAt(format, n);
    for (const [cx, cy, dx, dy] of [
      [x, y, 1, 1],
      [x + label.width, y, -1, 1],
      [x, y + label.height, 1, -1],
      [x + label.width, y + label.height, -1, -1],
    ] as const)
      parts.push(`M${cx + dx * MARK_MM} ${cy}H${cx}V${cy + dy * MARK_MM}`);
  }
  return <path d={parts.join('')} fill="none" stroke="#888" stroke-width="0.1" />;
}

let ruler: CanvasRenderingContext2D | null | undefined;

/**
 * Wraps a text to the given width and cuts it after `most` lines. It measures the text, because letters differ in width. Lines break at a
 * blank or hyphen if possible.
 */
function wrapped(text: string, room: number, size: number, most: number): string[] {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler === null) return [text];
  ruler.font = `600 100px 'Noto Sans', system-ui, sans-serif`;
  const fits = (part: string): boolean => (ruler!.measureText(part).width / 100) * size <= room;
  const lines: string[] = [];
  let rest = text;
  while (!fits(rest) && lines.length < most - 1) {
    const start = startThatFits(rest, fits);
    const seam = start.search(/[ -][^ -]*$/);
    const line = seam > start.length / 3 ? start.slice(0, seam + 1) : start;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length);
  }
  lines.push(fits(rest) ? rest : `${startThatFits(rest, (part) => fits(`${part}…`))}…`);
  return lines;
}

/** The longest start that fits, at least one letter. */
function startThatFits(text: string, fits: (part: string) => boolean): string {
  const letters = [...text];
  let [least, most] = [1, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(letters.slice(0, middle).join(''))) least = middle;
    else most = middle - 1;
  }
  return letters.slice(0, least).join('');
}
