import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, type BrowserKit, hasChromium, signInAs, startBrowserKit } from './browser-kit.js';
import { coloursOn, drawnMap, legendColours, middleOfMap } from './drawn-pixels.js';

describe.skipIf(!hasChromium)('the map in a browser (skipped where there is no Chromium)', { timeout: 180_000 }, () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await startBrowserKit('map');
    await kit.post([
      at('crane-1', 53.41, -2.99, { title: 'Crane 1', type: 'crane', accuracy: 80 }),
      at('truck-1', 53.46, -3.02, { title: 'Truck 1', type: 'truck', fieldValues: [{ type: 'Number', field: 'battery', value: 42 }] }),
      at('old-1', 53.44, -3.0, { title: 'Old hand', type: 'truck', observedAt: new Date(Date.now() - 3 * 86_400_000).toISOString() }),
    ]);
  });
  afterAll(() => kit?.close());

  it('shows the objects in view as a map and as a list, and new reports within 2 s', async () => {
    const { page, faults } = await kit.open();
    await page.getByText('3 objects in view').waitFor();
    await page.locator('canvas.maplibregl-canvas').waitFor();
    const times: number[] = [];
    for (const van of ['Van 7', 'Van 8', 'Van 9']) {
      const since = performance.now();
      await kit.post([at(van, 53.43, -2.98, { title: van, type: 'van' })]);
      await page.getByRole('button', { name: new RegExp(van) }).waitFor();
      times.push(performance.now() - since);
    }
    // The best time, because other load on the machine is not the app's fault.
    expect(Math.min(...times)).toBeLessThan(2000);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('opens an object from the list, and follows it live until it is closed', async () => {
    const { page } = await kit.open();
    await page.getByRole('button', { name: /Truck 1/ }).click();
    const panel = page.getByRole('complementary', { name: 'Object' });
    await panel.getByRole('heading', { name: 'Truck 1' }).waitFor();
    await expect.poll(() => panel.textContent()).toContain('42');
    await kit.post([{ externalId: 'truck-1', fieldValues: [{ type: 'Number', field: 'battery', value: 17 }] }]);
    await expect.poll(() => panel.textContent()).toContain('17');
    expect(new URL(page.url()).hash).toContain('page=Map&id=truck-1');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    await page.context().close();
  });

  it('finds objects by typed text', async () => {
    const { page } = await kit.open({ role: 'viewer' });
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('crane');
    await page.getByText('1 found').waitFor();
    await page.getByRole('button', { name: /Crane 1/ }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
    await page.context().close();
  });

  it('shows on the map and in the list only what conditions of a search leave, also after a reload', async () => {
    const { page } = await kit.open({ role: 'viewer', at: 'page=Map&at=53.41,-2.99,14' });
    const drawn = async (): Promise<number> => {
      const { x, y } = await middleOfMap(page);
      const ofCranes = (await legendColours(page)).crane;
      return ofCranes === undefined ? 0 : ((await coloursOn(page, { x: x - 150, y: y - 150, width: 300, height: 300 })).get(ofCranes) ?? 0);
    };
    await expect.poll(drawn, { timeout: 20_000 }).toBeGreaterThan(0);
    await page.getByRole('searchbox').fill('battery<50');
    await page.getByText('1 found').waitFor();
    await page.getByRole('button', { name: 'Truck 1' }).waitFor();
    await expect.poll(drawn, { timeout: 20_000 }).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Remove the filter battery<50' }).click();
    await page.getByRole('button', { name: /Crane 1/ }).waitFor();
    await expect.poll(drawn, { timeout: 20_000 }).toBeGreaterThan(0);
    await page.getByText('Filter and sort').click();
    await page.locator('.object-filters').getByLabel('Type').selectOption('crane');
    await page.getByText('1 found').waitFor();
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain('q=type:crane');
    await page.context().close();
  });

  it('keeps the place that a link points at through the sign-in, in any order of its parameters', async () => {
    const { page } = await kit.open({ signIn: false, at: 'id=crane-1&page=Map&ws=The%20map' });
    await page.getByText('crane-1 opens next.').waitFor();
    await signInAs(page, await kit.person('viewer'));
    await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
    await page.context().close();
  });

  it('opens a link at the root too, and reports that an unknown or forbidden workspace cannot be entered', async () => {
    const { page } = await kit.open({ role: 'viewer' });
    await page.goto(`${kit.url}/#ws=Somewhere%20else&page=Map&id=crane-1`);
    await page.getByText('You cannot open a workspace called “Somewhere else”.').waitFor();
    await page.getByRole('button', { name: kit.workspaceName }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
    await page.context().close();
  });

  it('stays signed in over a reload without a token in any storage', async () => {
    const { page, context } = await kit.open();
    await page.reload();
    await page.getByRole('navigation').waitFor();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    expect(stored).not.toMatch(/eyJ|refresh/i);
    expect((await context.cookies()).map(({ httpOnly, sameSite, path }) => ({ httpOnly, sameSite, path }))).toEqual([
      { httpOnly: true, sameSite: 'Strict', path: '/app/session' },
    ]);
    await context.close();
  });

  it('shows yesterday on the map and next to it, searches there, and shows now again', async () => {
    const { page } = await kit.open();
    await page.getByText(/objects in view/).waitFor();
    await page.getByRole('button', { name: 'Past' }).click();
    await page.getByLabel('Time', { exact: true }).fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16));
    await page.getByText('1 known then').waitFor();
    await page.getByText(/^1 object in view, as of /).waitFor();
    expect(await page.locator('.object-row .object-name').allInnerTexts()).toEqual(['Old hand']);
    await page.getByRole('searchbox', { name: 'Search in the past' }).fill('crane');
    await page.getByText('Nothing found.').waitFor();
    await page.getByRole('searchbox').fill('OLD');
    await page.getByRole('button', { name: /Old hand/ }).click();
    await page.getByText('The map shows the past. Here you see the object as it is now.').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByRole('button', { name: 'Past' }).waitFor();
    await page.getByRole('button', { name: /Crane 1/ }).waitFor();
    await page.context().close();
  });

  it('plays the past by itself, faster when asked to, and stands still when paused', async () => {
    const { page } = await kit.open();
    await page.getByRole('button', { name: 'Past' }).click();
    const slider = page.getByRole('slider', { name: 'Past' });
    const moment = (): Promise<number> => slider.evaluate((input) => Number((input as HTMLInputElement).value));
    await page.getByLabel('Time', { exact: true }).fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16));
    const begun = await moment();
    await page.getByLabel('Speed').selectOption('3600');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect.poll(moment, { timeout: 30_000 }).toBeGreaterThanOrEqual(begun + 2 * 3_600_000);
    await page.getByRole('button', { name: 'Pause' }).click();
    const stopped = await moment();
    await page.getByText(/known then/).waitFor();
    expect(await moment()).toBe(stopped);
    await page.context().close();
  });

  it('begins in the past where the newest report is, and a link leads to the same moment', async () => {
    const then = new Date(Math.floor(Date.now() / 1000) * 1000 - 7_200_000).toISOString();
    await kit.post([at('ship-then', -50, 60, { title: 'Ship then', type: 'ship', observedAt: then })]);
    const { page } = await kit.open({ at: 'page=Map&at=-50,60,10' });
    await page.getByText('1 object in view').waitFor();
    await page.getByRole('button', { name: 'Past' }).click();
    await page.getByText('1 known then').waitFor();
    const moment = (): string | null => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('t');
    await expect.poll(moment).toBe(then.replace('.000Z', 'Z'));
    await page.reload();
    await page.getByText('1 known then').waitFor();
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await expect.poll(moment).toBeNull();
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)(
    'draws the icon of an object, of its type, or a point, in the colour of the legend, in %s',
    async (colorScheme) => {
      const ZOOM = 14;
      const APART_PX = 100;
      const degrees = (APART_PX * 360) / (512 * 2 ** ZOOM);
      await kit.post([
        at('icon-own', 10, 10, { type: 'truck', icon: 'crane' }),
        at('icon-none', 10, 10 + degrees, { type: 'Whatever' }),
        at('icon-typed', 10, 10 - degrees, { type: 'truck' }),
      ]);
      const { page } = await kit.open({ at: `page=Map&at=10,10,${ZOOM}`, context: { colorScheme } });
      await page.getByText('3 objects in view').waitFor();
      await drawnMap(page);
      const { x, y } = await middleOfMap(page);
      const colourAt = async (px: number, type: string): Promise<number> => {
        let found = 0;
        await expect
          .poll(
            async () => {
              const ofLegend = (await legendColours(page))[type]!;
              found = (await coloursOn(page, { x: x + px - 9, y: y - 9, width: 18, height: 18 })).get(ofLegend) ?? 0;
              return found;
            },
            { timeout: 20_000 },
          )
          .toBeGreaterThan(60);
        return found;
      };
      const [own, typed, none] = [await colourAt(0, 'truck'), await colourAt(-APART_PX, 'truck'), await colourAt(APART_PX, 'Whatever')];
      // Of 324 pixels, a disc of 24 leaves only those of its icon free; a dot of 14 with its border has a solid centre.
      for (const icon of [own, typed]) expect(icon).toBeGreaterThan(100);
      expect(own).not.toBe(typed);
      expect(none).toBeLessThan(Math.min(own, typed));
      await page.context().close();
    },
  );

  it('opens an object within 500 ms of a click on the map', async () => {
    const { page } = await kit.open({ at: 'page=Map&at=53.41,-2.99,15', context: { viewport: { width: 1280, height: 720 } } });
    await page.getByRole('button', { name: /Crane 1/ }).waitFor();
    await drawnMap(page);
    const { x, y } = await middleOfMap(page);
    const times: number[] = [];
    for (let n = 0; n < 7; n++) {
      // Set up before the click, because the button could otherwise be released before the check.
      await page.evaluate(() => {
        (globalThis as { panelShown?: Promise<number> }).panelShown = new Promise((resolve) => {
          let upAt = 0;
          addEventListener('pointerup', () => (upAt = performance.now()), { capture: true, once: true });
          const watch = new MutationObserver(() => {
            if (document.querySelector('.object-panel h1')?.textContent !== 'Crane 1') return;
            watch.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - upAt));
          });
          watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        });
      });
      await page.mouse.click(x, y);
      times.push(await page.evaluate(() => (globalThis as unknown as { panelShown: Promise<number> }).panelShown));
      await page.keyboard.press('Escape');
      await page.getByRole('complementary').waitFor({ state: 'detached' });
      await drawnMap(page);
    }
    // The best time, because other load on the machine is not the app's fault; `npm run bench -- --only map-app` measures the median.
    expect(Math.min(...times)).toBeLessThanOrEqual(500);
    await page.context().close();
  });

  it('never moves when an object is opened, goes to it when asked at the same zoom, and back by the way back', async () => {
    await kit.post([at('still', 60, 20, { title: 'Still', type: 'Whatever' })]);
    const { page } = await kit.open({ at: 'page=Map&at=60,21,5' });
    const camera = (): string | null => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('at');
    await page.getByText('1 object in view').waitFor();
    await drawnMap(page);
    const { x, y } = await middleOfMap(page);
    await page.mouse.click(x - (512 * 2 ** 5) / 360, y);
    await page.getByRole('complementary').getByRole('heading', { name: 'Still' }).waitFor();
    await drawnMap(page);
    expect(camera()).toBe('60,21,5');
    await page.getByRole('button', { name: 'Show on the map' }).click();
    await expect.poll(camera).not.toBe('60,21,5');
    expect(camera()).toMatch(/,5$/);
    await page.goBack();
    await expect.poll(camera).toBe('60,21,5');
    await page.context().close();
  });

  it('draws a few objects on one spot as one circle, whose objects it lists, and the one that is opened on top', async () => {
    await kit.post(['pile-a', 'pile-b', 'pile-c'].map((id) => at(id, -20, 30, { type: 'Whatever' })));
    // Wide enough for the centre of the map to be next to the panel.
    const { page } = await kit.open({ at: 'page=Map&at=-20,30,15', context: { viewport: { width: 1440, height: 700 } } });
    await page.getByText('3 objects in view').waitFor();
    await drawnMap(page);
    const { x, y } = await middleOfMap(page);
    await page.mouse.click(x, y);
    await page.getByText('3 objects here').waitFor();
    await page.getByRole('button', { name: /pile-b/ }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'pile-b' }).waitFor();
    await drawnMap(page);
    // Its own colour is above the circle of the others.
    await expect
      .poll(
        async () => (await coloursOn(page, { x: x - 3, y: y - 3, width: 6, height: 6 })).get((await legendColours(page)).Whatever!) ?? 0,
      )
      .toBe(36);
    await page.context().close();
  });

  it('prints the map and its legend, without the controls', async () => {
    const { page } = await kit.open({ at: 'page=Map&at=53.41,-2.99,12' });
    await page.getByRole('button', { name: /Crane 1/ }).waitFor();
    await drawnMap(page);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const picture = page.locator('.map-printed img');
    await picture.waitFor();
    const { x, y, width, height } = (await picture.boundingBox())!;
    expect((await coloursOn(page, { x, y, width, height })).size).toBeGreaterThan(50);
    expect(await page.getByRole('list', { name: 'Legend' }).isVisible()).toBe(true);
    for (const hidden of ['.navigation', '.object-list', '.map-controls', '.map-tools'])
      expect(await page.locator(hidden).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await picture.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('lists the objects in one place that no zoom separates', async () => {
    for (let from = 0; from < 2100; from += 700)
      await kit.post(
        Array.from({ length: 700 }, (_, n) => at(`heap-${String(from + n).padStart(4, '0')}`, -40, -40, { type: 'Whatever' })),
      );
    const { page } = await kit.open({ at: 'page=Map&at=-40,-40,15' });
    await page.getByText('More than 2,000 objects in view.').waitFor({ timeout: 20_000 });
    await drawnMap(page);
    const { x, y } = await middleOfMap(page);
    await expect
      .poll(
        async () => {
          await page.mouse.click(x, y);
          return page.getByText(/^2,100 objects here/).count();
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(1);
    await page.getByRole('button', { name: /heap-0000/ }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('More than 2,000 objects in view.').waitFor();
    await page.context().close();
  });

  it('colours objects of the server’s tiles by a category, clusters by their commonest, with a legend', async () => {
    const CROWD = 2400;
    expect((await kit.call('PUT', `/groups/${kit.workspace}/fields/state`, { type: 'Category', label: 'State' })).status).toBeLessThan(300);
    // Idle objects west of the quay, busy ones east of it: 30 km of them, and a single one in each half.
    const side = (n: number): object[] => [
      { type: 'Category', field: 'state', value: { namespace: 'plant', categoryName: n % 2 === 0 ? 'busy' : 'idle' } },
    ];
    const place = (n: number): [number, number] =>
      n % 2 === 0 ? [-30 + (n % 50) / 500, 20.2 + Math.floor(n / 50) / 500] : [-30 + (n % 50) / 500, 19.8 - Math.floor(n / 50) / 500];
    for (let from = 0; from < CROWD; from += 800)
      await kit.post(
        Array.from({ length: 800 }, (_, at_) =>
          at(`crowd-${from + at_}`, ...place(from + at_), { type: 'Whatever', fieldValues: side(from + at_) }),
        ),
      );
    await kit.post([
      at('alone-busy', -30, 20.6, { type: 'Whatever', fieldValues: side(0) }),
      at('alone-idle', -30, 19.4, { type: 'Whatever', fieldValues: side(1) }),
    ]);
    const { page } = await kit.open({ at: 'page=Map&at=-30,20,8' });
    await page.getByText('More than 2,000 objects in view.').waitFor({ timeout: 20_000 });
    await page.locator('.map-layers summary').click();
    await page.getByLabel('Colour by').selectOption({ label: 'State' });
    await page.locator('.map-layers summary').click();
    const legend = page.getByRole('list', { name: 'Legend' });
    await expect.poll(() => legend.innerText(), { timeout: 20_000 }).toMatch(/busy\s+idle/);
    const colours = await legendColours(page);
    expect(colours.busy).not.toBe(colours.idle);
    await drawnMap(page);
    const { x: left, y: top, width, height } = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
    const half = async (at_: 'west' | 'east', of: string): Promise<number> =>
      (await coloursOn(page, { x: left + (at_ === 'west' ? 0 : width / 2), y: top + 60, width: width / 2, height: height - 120 })).get(
        of,
      ) ?? 0;
    await expect.poll(() => half('west', colours.idle!), { timeout: 20_000 }).toBeGreaterThan(40);
    await expect.poll(() => half('east', colours.busy!), { timeout: 20_000 }).toBeGreaterThan(40);
    expect(await half('west', colours.busy!)).toBe(0);
    // A single object, drawn individually: 0.6 degrees from the centre.
    const aside = (0.6 * 512 * 2 ** 8) / 360;
    const { x, y } = await middleOfMap(page);
    const alone = async (px: number, of: string): Promise<number> =>
      (await coloursOn(page, { x: x + px - 8, y: y - 8, width: 16, height: 16 })).get(of) ?? 0;
    await expect.poll(() => alone(aside, colours.busy!), { timeout: 20_000 }).toBeGreaterThan(20);
    await expect.poll(() => alone(-aside, colours.idle!), { timeout: 20_000 }).toBeGreaterThan(20);
    // The list with the first of them has the same colours.
    const rows = await page
      .locator('.object-row')
      .evaluateAll((all) =>
        all.map((row) => [row.querySelector('.object-name')!.textContent, row.querySelector('circle')!.getAttribute('stroke')] as const),
      );
    expect(rows.find(([name]) => name === 'alone-busy')?.[1]).toBe(colours.busy);
    expect(rows.find(([name]) => name === 'alone-idle')?.[1]).toBe(colours.idle);
    await page.context().close();
  });
});
