import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { repositoryRoot } from '#stack/settings/repository-root.js';

const REFERENCES = fileURLToPath(new URL('./references/', import.meta.url));
/** The folder for differences; not in the repository. */
const DIFFERENCES = `${repositoryRoot}/reports/appearance/`;
/** Factor by which the references are smaller than the window. */
const SMALLER = 4;
/**
 * Size of the squares, in pixels of the reference, that are compared by their mean colour. It is the same for letters that are drawn
 * slightly differently.
 */
const BLOCK = 4;
/** Maximum difference of a square, out of 255. A line of text that has moved differs by 30 or more. */
const MOST_DIFFERENCE = 18;
/** This share of all squares may differ by more, but at least this number. */
const MOST_SHARE = 0.002;
const MOST_BLOCKS = 4;

/** True: `references/` is written instead of compared. */
export const recording = process.env.APPEARANCE === 'record';
export const hasReferences = existsSync(REFERENCES) && readdirSync(REFERENCES).length > 0;

interface Comparison {
  /** Number of squares that differ too much; more than `allowed` means another picture. */
  blocks: number;
  allowed: number;
}

/** Reference pictures of pages, small enough for the repository. A browser creates and compares them, so no other library is needed. */
export class PictureStore {
  private readonly made = new Map<string, string>();

  private constructor(private readonly lab: Page) {}

  static async open(browser: Browser): Promise<PictureStore> {
    rmSync(DIFFERENCES, { recursive: true, force: true });
    if (recording) rmSync(REFERENCES, { recursive: true, force: true });
    return new PictureStore(await browser.newPage());
  }

  /** A screenshot of the window in the size of references, in base64. */
  async shrunk(screenshot: Buffer): Promise<string> {
    return this.lab.evaluate(
      async ([data, smaller]) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [Math.round(image.width / smaller), Math.round(image.height / smaller)];
        const pen = canvas.getContext('2d')!;
        pen.imageSmoothingQuality = 'high';
        pen.drawImage(image, 0, 0, canvas.width, canvas.height);
        return canvas.toDataURL('image/webp', 0.85).split(',')[1]!;
      },
      [screenshot.toString('base64'), SMALLER] as const,
    );
  }

  /** The reference with this name; if the repository has none, the first one from this run. */
  expected(name: string): string | undefined {
    const kept = this.made.get(name);
    if (kept !== undefined || recording) return kept;
    return existsSync(`${REFERENCES}${name}.webp`) ? readFileSync(`${REFERENCES}${name}.webp`).toString('base64') : undefined;
  }

  keep(name: string, picture: string): void {
    this.made.set(name, picture);
    if (!recording) return;
    mkdirSync(REFERENCES, { recursive: true });
    writeFileSync(`${REFERENCES}${name}.webp`, Buffer.from(picture, 'base64'));
  }

  async compare(expected: string, actual: string): Promise<Comparison> {
    return this.differing(expected, actual).then(({ blocks, of }) => ({
      blocks,
      allowed: Math.max(MOST_BLOCKS, Math.floor(of * MOST_SHARE)),
    }));
  }

  /** Writes both pictures and one that marks their differences. @returns their paths */
  async show(name: string, expected: string, actual: string): Promise<string> {
    mkdirSync(DIFFERENCES, { recursive: true });
    const { marked } = await this.differing(expected, actual);
    for (const [kind, picture] of Object.entries({ expected, actual, difference: marked }))
      writeFileSync(`${DIFFERENCES}${name}.${kind}.webp`, Buffer.from(picture, 'base64'));
    return `${DIFFERENCES}${name}.*.webp`;
  }

  private differing(expected: string, actual: string): Promise<{ blocks: number; of: number; marked: string }> {
    return this.lab.evaluate(
      async ([pictures, block, most]) => {
        const [before, now] = await Promise.all(
          pictures.map(async (data) => createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob())),
        );
        const { width, height } = now!;
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [width, height];
        const pen = canvas.getContext('2d', { willReadFrequently: true })!;
        const bytesOf = (image: ImageBitmap): Uint8ClampedArray => {
          pen.drawImage(image, 0, 0);
          return pen.getImageData(0, 0, width, height).data;
        };
        const [was, is] = [bytesOf(before!), bytesOf(now!)];
        pen.fillStyle = 'rgb(255 0 0 / 60%)';
        let [blocks, of] = [0, 0];
        for (let top = 0; top < height; top += block)
          for (let left = 0; left < width; left += block) {
            const sums = [0, 0, 0];
            let pixels = 0;
            for (let y = top; y < Math.min(top + block, height); y++)
              for (let x = left; x < Math.min(left + block, width); x++, pixels++)
                for (let part = 0; part < 3; part++) sums[part]! += is[4 * (y * width + x) + part]! - was[4 * (y * width + x) + part]!;
            of++;
            if (Math.max(...sums.map(Math.abs)) / pixels <= most) continue;
            blocks++;
            pen.fillRect(left, top, block, block);
          }
        const sizes = before!.width === width && before!.height === height;
        return { blocks: sizes ? blocks : of, of, marked: canvas.toDataURL('image/webp', 0.9).split(',')[1]! };
      },
      [[expected, actual], BLOCK, MOST_DIFFERENCE] as const,
    );
  }
}
