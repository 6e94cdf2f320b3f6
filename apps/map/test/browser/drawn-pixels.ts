import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The number of visible pixels of each colour (`#rrggbb`) in a part of the page. */
export async function coloursOn(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<ReadonlyMap<string, number>> {
  const picture = (await page.screenshot({ clip })).toString('base64');
  const counted = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    pen.drawImage(image, 0, 0);
    const { data: bytes } = pen.getImageData(0, 0, image.width, image.height);
    const counts = new Map<string, number>();
    for (let at = 0; at < bytes.length; at += 4) {
      const colour = `#${[bytes[at]!, bytes[at + 1]!, bytes[at + 2]!].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts];
  }, picture);
  return new Map(counted);
}

/** Resolves when the map has drawn everything in its view. */
export const drawnMap = (page: Page): Promise<void> => page.locator('.map-canvas[aria-busy=false]').waitFor();

/** The centre of the map, where the camera points. */
export async function middleOfMap(page: Page): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Colours in the legend by name, from its markers. */
export const legendColours = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('.map-legend li')
      .evaluateAll((items) => items.map((item) => [item.textContent.trim(), item.querySelector('circle')!.getAttribute('fill')!])),
  );

/** A screenshot of a part of the page once nothing moves any more, so that two of the same view are identical. */
export async function stillPicture(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<string> {
  let last: string | undefined;
  await expect
    .poll(
      async () => {
        const before = last;
        last = (await page.screenshot({ clip })).toString('base64');
        return last === before;
      },
      { interval: 300, timeout: 30_000 },
    )
    .toBe(true);
  return last!;
}
