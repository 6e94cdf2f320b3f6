import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';
import { coloursOn, drawnMap, legendColours, stillPicture } from './drawn-pixels.js';

const VIEW = 'page=Map&at=53.43,-3.0,11';
/** West of all objects, in the yard. */
const YARD = { x: 470, y: 255, width: 130, height: 130 };
/** A part of the map without its buttons and legend. */
const MIDDLE = { x: 600, y: 180, width: 230, height: 250 };
/** A part of the map without the list and the object's panel, and a view with the trail in it. */
const LEFT_OF_PANEL = { x: 400, y: 120, width: 230, height: 400 };
const TRAIL_VIEW = 'page=Map&at=53.43,-2.93,11';
const HOUR_MS = 3_600_000;
const DAY_BEFORE = new Date(Date.now() - 72 * HOUR_MS).toISOString().slice(0, 10);

/** An element with a floor or a category. */
const placed = (id: string, lat: number, lon: number, more: { floor?: string; state?: string; observedAt?: string }): object => {
  const element = at(id, lat, lon, {
    title: id,
    type: 'pallet',
    observedAt: more.observedAt,
    ...(more.state && { fieldValues: [{ type: 'Category', field: 'state', value: { namespace: 'yard', categoryName: more.state } }] }),
  }) as { locationUpdate: object };
  return { ...element, locationUpdate: { ...element.locationUpdate, ...(more.floor && { floor: more.floor }) } };
};

describe.skipIf(!hasChromium)(
  'what the map can draw besides, in a browser (skipped where there is no Chromium)',
  { timeout: 240_000 },
  () => {
    let kit: BrowserKit;
    beforeAll(async () => {
      kit = await startBrowserKit('layers');
      const hours = [5, 4, 3, 2, 1].map((ago, n) =>
        placed('moved', 53.42 + n / 200, -2.99, { observedAt: new Date(Date.now() - ago * HOUR_MS).toISOString() }),
      );
      const earlier = ['11:00', '11:30'].map((time, n) =>
        placed('moved', 53.45 + n / 100, -3.02, { observedAt: `${DAY_BEFORE}T${time}:00Z` }),
      );
      await kit.post([
        ...earlier,
        ...hours,
        placed('low', 53.43, -3.0, { floor: '0', state: 'free' }),
        placed('high', 53.44, -2.98, { floor: '1', state: 'in use' }),
      ]);
      const base = `/groups/${kit.workspace}`;
      const ring = [-3.08, -3.04, -3.04, -3.08, -3.08].map((lon, n) => [lon, [53.42, 53.42, 53.44, 53.44, 53.42][n]]);
      expect(
        (
          await kit.call('POST', `${base}/areas`, {
            name: 'The yard',
            category: 'depot',
            geometry: { type: 'Polygon', coordinates: [ring] },
          })
        ).status,
      ).toBe(201);
      expect(
        (
          await kit.call('PUT', `${base}/fields/state`, {
            type: 'Category',
            label: 'State',
            categories: [
              { namespace: 'yard', categoryName: 'free' },
              { namespace: 'yard', categoryName: 'in use' },
            ],
          })
        ).status,
      ).toBeLessThan(300);
    });
    afterAll(() => kit?.close());

    it('draws areas and takes them off, and a link keeps that they are shown', async () => {
      const { page } = await kit.open({ at: VIEW });
      await page.getByText('3 objects in view').waitFor();
      const without = await stillPicture(page, YARD);
      await page.locator('.map-layers summary').click();
      await page.getByRole('checkbox', { name: 'Areas' }).check();
      await expect.poll(() => stillPicture(page, YARD), { timeout: 60_000 }).not.toBe(without);
      expect(await page.getByRole('list', { name: 'Areas' }).textContent()).toBe('depot');
      const withAreas = await stillPicture(page, YARD);
      await page.reload();
      await page.getByText('3 objects in view').waitFor();
      await expect.poll(() => stillPicture(page, YARD), { timeout: 60_000 }).toBe(withAreas);
      await page.locator('.map-layers summary').click();
      await page.getByRole('checkbox', { name: 'Areas' }).uncheck();
      await expect.poll(() => stillPicture(page, YARD), { timeout: 60_000 }).toBe(without);
      await page.context().close();
    });

    it('finds objects in an area by the name of the area, and says when no area has that name', async () => {
      await kit.post([at('docked', 10, 10, { title: 'Docked' }), at('beside', 10.02, 10, { title: 'Beside' })]);
      const geometry = { type: 'Circle', center: [10, 10], radius: 500 };
      expect((await kit.call('POST', `/groups/${kit.workspace}/areas`, { name: 'Far dock', geometry })).status).toBe(201);
      const { page } = await kit.open({ at: VIEW, drawsMaps: false });
      await page.getByRole('searchbox').fill('area:"far dock"');
      await page.getByText('1 found').waitFor();
      await page.getByRole('button', { name: 'Docked' }).waitFor();
      await page.getByRole('searchbox').fill('area:Nowhere');
      await page.getByText('There is no area called “Nowhere”.').waitFor();
      await page.context().close();
    });

    it('draws a heatmap of the last days', async () => {
      const { page, faults } = await kit.open({ at: VIEW });
      await page.getByText('3 objects in view').waitFor();
      const end = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
      const span = `from=${new Date(end - 24 * HOUR_MS).toISOString()}&to=${new Date(end).toISOString()}`;
      await expect
        .poll(
          async () =>
            ((await kit.call('GET', `/groups/${kit.workspace}/heatmap?resolution=7&${span}`)).json as { features?: object[] }).features
              ?.length ?? 0,
          { timeout: 30_000 },
        )
        .toBeGreaterThan(0);
      const without = await stillPicture(page, MIDDLE);
      await page.locator('.map-layers summary').click();
      await page.getByLabel('Heatmap').selectOption({ label: 'last day' });
      await expect.poll(() => stillPicture(page, MIDDLE), { timeout: 60_000 }).not.toBe(without);
      const legend = page.getByRole('list', { name: 'Heatmap' });
      const [byTime] = await Promise.all([
        page.waitForResponse((response) => /heatmap\/tiles\/.*aggregate=dwell/.test(response.url())),
        page.getByLabel('Heatmap counts').selectOption({ label: 'Time spent' }),
      ]);
      expect([byTime.status(), await legend.innerText()]).toEqual([200, expect.stringMatching(/Time spent[^]*1 min[^]*1 h/)]);
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('shows one floor alone', async () => {
      const { page } = await kit.open({ at: VIEW });
      await page.getByLabel('Floor').selectOption('1');
      await expect.poll(() => page.getByRole('button', { name: /^low/ }).count()).toBe(0);
      await page.getByRole('button', { name: /^high/ }).waitFor();
      await page.getByLabel('Floor').selectOption('');
      await page.getByRole('button', { name: /^low/ }).waitFor();
      await page.context().close();
    });

    it('draws a trail of the last hours or of a day, fits it into view, and takes it off again', async () => {
      const { page } = await kit.open({ at: `${TRAIL_VIEW}&id=moved` });
      await page.getByRole('heading', { name: 'moved' }).waitFor();
      const trail = page.getByRole('combobox', { name: 'Trail' });
      const fit = page.getByRole('button', { name: 'Fit to trail' });
      const without = await stillPicture(page, LEFT_OF_PANEL);
      await trail.selectOption('6');
      await fit.waitFor();
      await expect.poll(() => stillPicture(page, LEFT_OF_PANEL), { timeout: 60_000 }).not.toBe(without);
      await trail.selectOption('');
      await fit.waitFor({ state: 'detached' });
      await expect.poll(() => stillPicture(page, LEFT_OF_PANEL), { timeout: 60_000 }).toBe(without);
      await trail.selectOption('day');
      const day = page.getByLabel('Day of the trail');
      await day.fill('2001-01-01');
      await fit.waitFor({ state: 'detached' });
      await day.fill(DAY_BEFORE);
      await fit.waitFor();
      const before = new URL(page.url()).hash;
      await fit.click();
      await expect.poll(() => new URL(page.url()).hash).not.toBe(before);
      await page.context().close();
    });

    it('goes to coordinates, areas and streets of a search, and sorts the list', async () => {
      const { page } = await kit.open({ at: 'page=Map&at=43.7385,7.4245,15' });
      await drawnMap(page);
      const search = page.getByRole('searchbox');
      const places = page.getByRole('list', { name: 'Places' });
      const camera = (): number[] => (new URLSearchParams(new URL(page.url()).hash.slice(1)).get('at') ?? '').split(',').map(Number);
      await search.fill('boulevard');
      await places
        .getByRole('button', { name: /boulevard.*Street/i })
        .first()
        .waitFor({ timeout: 20_000 });
      await page.getByText('Streets and places come from the basemap near the current view.').waitFor();
      await search.fill('the yard');
      await places.getByRole('button', { name: 'The yard Area' }).click();
      await expect.poll(camera).toMatchObject([expect.closeTo(53.43, 3), expect.closeTo(-3.06, 3), expect.any(Number)]);
      expect(await search.inputValue()).toBe('');
      await search.fill('53.45, -2.99');
      await places.getByRole('button', { name: 'Go to 53.45000, -2.99000' }).waitFor();
      await search.press('Enter');
      await expect.poll(camera).toMatchObject([expect.closeTo(53.45, 3), expect.closeTo(-2.99, 3), expect.any(Number)]);
      await page.goto(`${kit.url}/app/#page=Map&at=53.44,-2.98,11`);
      await page.getByText('3 objects in view').waitFor();
      const names = (): Promise<string[]> => page.locator('.object-row .object-name').allInnerTexts();
      await expect.poll(names).toEqual(['high', 'low', 'moved']);
      await page.getByText('Filter and sort').click();
      await page.getByLabel('Sort by').selectOption('Newest report');
      await expect.poll(async () => (await names()).at(-1)).toBe('moved');
      await page.getByLabel('Sort by').selectOption('Distance from map centre');
      await expect.poll(names).toEqual(['high', 'moved', 'low']);
      await page.context().close();
    });

    it('finds only what the legend shows, says so, and takes several types', async () => {
      await kit.post([
        at('tug', 20, 20, { title: 'Find me', type: 'tug' }),
        at('barge', 20, 20.01, { title: 'Find me', type: 'barge' }),
        at('buoy', 20, 20.02, { title: 'Find me', type: 'buoy' }),
      ]);
      const { page } = await kit.open({ at: `${VIEW}&q=find type:tug type:barge`, drawsMaps: false });
      await page.getByText('2 found').waitFor();
      await page.goto(`${kit.url}/app/#${VIEW}&q=find&types=buoy`);
      await page.getByText('1 found').waitFor();
      await page.goto(`${kit.url}/app/#${VIEW}&q=find&types=pallet`);
      await page.getByText('Nothing found for the types selected in the legend.').waitFor();
      await page.getByRole('button', { name: 'Show all types' }).click();
      await page.getByText('3 found').waitFor();
      await page.context().close();
    });

    it('colours by ranges of a number, in the legend, the list and on the map', async () => {
      await kit.post(
        Array.from({ length: 10 }, (_, n) =>
          at(`cell-${n}`, 30, 30 + n / 50, {
            title: `Cell ${n}`,
            type: 'cell',
            fieldValues: [{ type: 'Number', field: 'charge', value: 10 * n + 5 }],
          }),
        ),
      );
      const { page } = await kit.open({ at: 'page=Map&at=30,30.09,11' });
      await page.getByText('10 objects in view').waitFor();
      await page.locator('.map-layers summary').click();
      await page.getByLabel('Colour by').selectOption('charge');
      await page.locator('.map-layers summary').click();
      const names = async (): Promise<string[]> => Object.keys(await legendColours(page));
      await expect.poll(names).toEqual(['< 20', '20 – 40', '40 – 60', '60 – 80', '≥ 80']);
      const colours = await legendColours(page);
      const row = (name: string): Promise<string | null> =>
        page.locator('.object-row', { hasText: name }).locator('circle').getAttribute('stroke');
      expect([await row('Cell 0'), await row('Cell 4'), await row('Cell 9')]).toEqual([
        colours['< 20'],
        colours['40 – 60'],
        colours['≥ 80'],
      ]);
      await drawnMap(page);
      const undrawn = async (): Promise<string[]> => {
        const seen = await coloursOn(page, { x: 390, y: 300, width: 600, height: 40 });
        return Object.values(colours).filter((colour) => (seen.get(colour) ?? 0) <= 20);
      };
      await expect.poll(undrawn).toEqual([]);
      await page.context().close();
    });

    it('takes a moment of the past in the time zone that was chosen', async () => {
      const { page } = await kit.open({ at: 'page=Settings', drawsMaps: false });
      await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
      await page.goto(`${kit.url}/app/#${VIEW}`);
      await page.getByRole('button', { name: 'Past' }).click();
      const shown = await page.getByLabel('Time', { exact: true }).inputValue();
      const ahead = Date.parse(`${shown}Z`) - Date.now();
      expect(ahead).toBeGreaterThan(8.9 * HOUR_MS);
      expect(ahead).toBeLessThan(9.1 * HOUR_MS);
      await page.context().close();
    });

    it('speaks German, counts in feet and turns dark when asked to, and is so again after a reload', async () => {
      const { page } = await kit.open({ at: 'page=Settings' });
      await page.getByLabel('Units').selectOption('imperial');
      await page.getByLabel('Theme').selectOption('dark');
      await page.getByLabel('Language').selectOption('de');
      await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
      expect(await page.evaluate(() => [document.documentElement.lang, getComputedStyle(document.documentElement).colorScheme])).toEqual([
        'de',
        'dark',
      ]);
      await kit.post([at('exact', 53.43, -3.01, { title: 'Exact', accuracy: 100 })]);
      await page.goto(`${kit.url}/app/#page=Map&id=exact`);
      await page.getByText(/328\s*ft/).waitFor();
      await page.context().close();
    });

    it('draws the included streets, light and dark, and none if none are chosen', async () => {
      const { page, faults } = await kit.open({ at: 'page=Map&at=43.7385,7.4245,15' });
      /** Whether there are pixels of streets, buildings and sea, in the colours of each theme (street-style.ts). */
      const seen = async (...colours: string[]): Promise<boolean[]> => {
        await drawnMap(page);
        const there = await coloursOn(page, { x: 480, y: 160, width: 400, height: 380 });
        return colours.map((colour) => (there.get(colour) ?? 0) > 300);
      };
      const light = ['#ffffff', '#fdf0c4', '#e4e0d7', '#cfdfe6'];
      const dark = ['#3a4852', '#4d5d68', '#29343c', '#0f1a21'];
      await expect.poll(() => seen(...light), { timeout: 30_000 }).toEqual([true, true, true, true]);
      await page.getByText('OpenStreetMap').first().waitFor({ state: 'attached' });
      expect(await page.getByText('No streets for this area.').count()).toBe(0);
      await page.locator('.map-layers summary').click();
      await page.getByLabel('Basemap').selectOption('dark');
      await expect.poll(() => seen(...dark), { timeout: 30_000 }).toEqual([true, true, true, true]);
      await page.reload();
      await expect.poll(() => seen(...dark), { timeout: 30_000 }).toEqual([true, true, true, true]);
      await page.locator('.map-layers summary').click();
      await page.getByLabel('Basemap').selectOption('offline');
      await expect.poll(() => seen(light[1]!, light[2]!), { timeout: 30_000 }).toEqual([false, false]);
      await page.getByText('No streets for this area.').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('lets the map be moved under the pin with keys and by touch, on a phone, and goes to coordinates and streets', async () => {
      const { page, context } = await kit.open({
        at: 'page=Map&at=43.7385,7.4245,15',
        context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      });
      await drawnMap(page);
      await page.goto(`${kit.url}/app/#page=Scan&id=pinned-2`);
      await page.getByRole('button', { name: 'Pin on the map' }).tap();
      const dialog = page.getByRole('dialog', { name: 'Choose a location on the map' });
      const place = dialog.getByRole('status');
      await dialog.getByRole('region', { name: 'Map under the pin' }).waitFor();
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      expect(await accessibilityFaults(page)).toEqual([]);
      const degrees = async (): Promise<[number, number]> => (await place.innerText()).split(', ').map(Number) as [number, number];
      // Where the main map was last, with its streets.
      await expect.poll(degrees).toEqual([43.7385, 7.4245]);
      const streets = async (): Promise<number> => (await coloursOn(page, { x: 0, y: 150, width: 390, height: 500 })).get('#fdf0c4') ?? 0;
      await expect.poll(streets, { timeout: 20_000 }).toBeGreaterThan(300);
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await degrees())[1]).toBeGreaterThan(7.4255);
      const [lat, lon] = await degrees();
      await page.keyboard.press('Shift+ArrowUp');
      await expect.poll(async () => (await degrees())[0]).toBeGreaterThan(lat);
      expect((await degrees())[0] - lat).toBeLessThan(0.0003);
      const search = dialog.getByRole('searchbox');
      await search.fill('boulevard');
      await dialog
        .getByRole('button', { name: /boulevard/i })
        .first()
        .tap();
      await expect.poll(async () => (await degrees())[1]).not.toBe(lon);
      await search.fill('43.73, 7.42');
      await search.press('Enter');
      await expect.poll(degrees).toEqual([43.73, 7.42]);
      await dialog.getByRole('button', { name: 'Place here' }).tap();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('43.73000, 7.42000').waitFor();
      await page.getByRole('button', { name: 'Create' }).tap();
      await expect
        .poll(
          async () => ((await kit.call('GET', `/groups/${kit.workspace}/externalObjects/pinned-2`)).json as { position?: object }).position,
        )
        .toMatchObject({ lat: 43.73, lon: 7.42 });
      await context.close();
    });

    it('draws streets that were seen before without a network', async () => {
      const { page, context } = await kit.open({ at: 'page=Map&at=43.7385,7.4245,15', context: { serviceWorkers: 'allow' } });
      const street = async (): Promise<number> => {
        await drawnMap(page);
        return (await coloursOn(page, { x: 480, y: 160, width: 400, height: 380 })).get('#fdf0c4') ?? 0;
      };
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      // Files loaded before the worker was active are not stored.
      await page.reload();
      await expect.poll(street, { timeout: 30_000 }).toBeGreaterThan(300);
      await context.setOffline(true);
      await page.reload();
      await page.getByText(/^Offline\. Positions as of|^Live updates are interrupted/).waitFor({ timeout: 30_000 });
      await expect.poll(street, { timeout: 30_000 }).toBeGreaterThan(300);
      await context.close();
    });

    it('shows at the zoom of streets how far things are, and where to set a map of streets', async () => {
      const { page } = await kit.open({ at: 'page=Map&at=53.43,-3.0,15' });
      await page.getByText('No streets for this area.').waitFor();
      await page.locator('.maplibregl-ctrl-scale').waitFor();
      const quiet = await stillPicture(page, YARD);
      await page.goto(`${kit.url}/app/#page=Map&at=53.43,-3.0,8`);
      await expect.poll(() => stillPicture(page, YARD), { timeout: 60_000 }).not.toBe(quiet);
      await page.context().close();
    });
  },
);
