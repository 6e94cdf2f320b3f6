import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PALETTES } from '../../src/design/colours.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';
import { coloursOn, drawnMap, legendColours, middleOfMap, stillPicture } from './drawn-pixels.js';

describe.skipIf(!hasChromium)(
  'marks of objects on the map, in a browser (skipped where there is no Chromium)',
  { timeout: 240_000 },
  () => {
    let kit: BrowserKit;
    beforeAll(async () => {
      kit = await startBrowserKit('marks');
    });
    afterAll(() => kit?.close());

    it('never covers a marker with the name of an area', async () => {
      await kit.post([at('in the gate', 40, 40, { type: 'tool' })]);
      const geometry = { type: 'Circle', center: [40, 40], radius: 200 };
      expect((await kit.call('POST', `/groups/${kit.workspace}/areas`, { name: 'MWMWM Main gate MWMWM', geometry })).status).toBe(201);
      const { page } = await kit.open({ at: 'page=Map&at=40,40,15', context: { viewport: { width: 1440, height: 700 } } });
      await page.getByText('1 object in view').waitFor();
      await drawnMap(page);
      const { x, y } = await middleOfMap(page);
      const ofTools = (await legendColours(page)).tool!;
      const marker = async (): Promise<number> =>
        (await coloursOn(page, { x: x - 12, y: y - 12, width: 24, height: 24 })).get(ofTools) ?? 0;
      const without = await marker();
      expect(without).toBeGreaterThan(100);
      const ground = await stillPicture(page, { x: x - 150, y: y - 100, width: 300, height: 200 });
      await page.locator('.map-layers summary').click();
      await page.getByRole('checkbox', { name: 'Areas' }).check();
      await expect
        .poll(() => stillPicture(page, { x: x - 150, y: y - 100, width: 300, height: 200 }), { timeout: 60_000 })
        .not.toBe(ground);
      expect(await marker()).toBe(without);
      await page.context().close();
    });

    it(
      'has a colour for ten types on a light and on a dark ground, in the legend and on the map, also when ' + 'the device turns dark',
      async () => {
        const types = Array.from({ length: 10 }, (_, n) => `kind ${n}`);
        await kit.post(types.map((type, n) => at(`of ${type}`, -40, 40 + n / 50, { type })));
        const { page } = await kit.open({ at: 'page=Map&at=-40,40.09,11', context: { viewport: { width: 1440, height: 1000 } } });
        await page.getByText('10 objects in view').waitFor();
        const { x, y } = await middleOfMap(page);
        for (const scheme of ['dark', 'light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          const legend = async (): Promise<string[]> => Object.values(await legendColours(page)).sort();
          await expect.poll(legend).toEqual([...PALETTES[scheme]].sort());
          const rows = (): Promise<(string | null)[]> =>
            page.locator('.object-row circle').evaluateAll((circles) => circles.map((circle) => circle.getAttribute('stroke')));
          await expect.poll(async () => (await rows()).sort()).toEqual([...PALETTES[scheme]].sort());
          await drawnMap(page);
          const onMap = async (): Promise<string[]> => {
            const seen = await coloursOn(page, { x: x - 360, y: y - 20, width: 720, height: 40 });
            return PALETTES[scheme].filter((colour) => (seen.get(colour) ?? 0) < 20);
          };
          await expect.poll(onMap).toEqual([]);
        }
        await page.context().close();
      },
    );
  },
);
