import { encode } from 'uqr';

/** From the least to the most that may be damaged: 7, 15, 25, 30 %. */
export const CORRECTIONS = ['L', 'M', 'Q', 'H'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** Light modules that readers need around a code (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

/** A code as squares. */
export interface QrSquares {
  /** Modules per side, without the quiet zone. */
  size: number;
  dark: readonly (readonly boolean[])[];
}

/** @throws Error if the text is too long for any code (2,953 bytes at L, 1,273 at H) */
export function qrSquares(text: string, correction: Correction): QrSquares {
  const { size, data } = encode([...new TextEncoder().encode(text)], { ecc: correction, border: 0, boostEcc: false });
  return { size, dark: data };
}

/**
 * The dark squares as an SVG path with one unit per module, without the quiet zone. Each run of squares is one shape, so that no seams
 * show.
 */
export function squaresPath({ size, dark }: QrSquares): string {
  const parts: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!dark[y]![x]) continue;
      const start = x;
      while (x + 1 < size && dark[y]![x + 1]) x++;
      parts.push(`M${start} ${y}h${x + 1 - start}v1h-${x + 1 - start}z`);
    }
  }
  return parts.join('');
}

/** A code as a separate file. @param side millimetres, with the quiet zone */
export function qrSvg(squares: QrSquares, side: number): string {
  const whole = squares.size + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}mm" height="${side}mm" viewBox="${box}" ` +
    `shape-rendering="crispEdges"><rect x="${-QUIET_ZONE}" y="${-QUIET_ZONE}" width="${whole}" height="${whole}" ` +
    `fill="#fff"/><path d="${squaresPath(squares)}" fill="#000"/></svg>\n`
  );
}

const DOTS_PER_MM = 300 / 25.4;

/** The same as pixels with at least 300 per inch: whole pixels per module, so that each edge is sharp. @param side millimetres */
export async function qrPng(squares: QrSquares, side: number): Promise<Blob> {
  const whole = squares.size + 2 * QUIET_ZONE;
  const dots = Math.max(1, Math.ceil((side * DOTS_PER_MM) / whole));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = whole * dots;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (let y = 0; y < squares.size; y++)
    for (let x = 0; x < squares.size; x++)
      if (squares.dark[y]![x]) pen.fillRect((x + QUIET_ZONE) * dots, (y + QUIET_ZONE) * dots, dots, dots);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The browser made no picture.')) : resolve(blob)), 'image/png'),
  );
}
