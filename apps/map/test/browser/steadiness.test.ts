import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TcpProxy } from '#testing/tcp-proxy.js';
import { accessibilityFaults } from './axe.js';
import { at, hasChromium, type OpenPage, type OwnBrowserKit, startOwnBrowserKit } from './browser-kit.js';
import { drawnMap } from './drawn-pixels.js';
import { cutOff, notReached, tabStops, tooSmall } from './layout-faults.js';

const INJECTIONS = [
  '<img src=x onerror="window.injected=1">',
  '"><script>window.injected=1</script>',
  "'-alert(1)-'",
  '{{constructor.constructor("window.injected=1")()}}',
  '\u202eevil\u202c',
  '<svg/onload=window.injected=1>',
  'javascript:window.injected=1',
  '`${window.injected=1}`',
];

describe.skipIf(!hasChromium)(
  'the app when things are not as they should be (skipped where there is no Chromium)',
  { timeout: 180_000 },
  () => {
    let kit: OwnBrowserKit;
    /** Opened before all others, so that its token has expired by the end. */
    let left: OpenPage;
    let openedAt: number;
    beforeAll(async () => {
      kit = await startOwnBrowserKit('map steadiness', {
        drawsMaps: false,
        serviceWorkers: 'allow',
        settings: { ACCESS_TOKEN_MINUTES: '1', TOKEN_CLOCK_SKEW_SECONDS: '0' },
      });
      left = await kit.open({ role: 'editor', at: 'page=Map&at=53.51,-2.89,13' });
      openedAt = Date.now();
      await kit.post([
        at('crane-1', 53.41, -2.99, { title: 'Crane 1', type: 'crane', accuracy: 80 }),
        at('nowhere', 0, 0, { title: 'No fix' }),
        ...INJECTIONS.map((text, n) =>
          at(`bad-${n}`, 53.42, -2.98 + n / 500, {
            title: text,
            type: text,
            fieldValues: [
              { type: 'String', field: `f${n}`, value: text },
              { type: 'Category', field: 'state', value: { namespace: 'n', categoryName: text } },
            ],
          }),
        ),
      ]);
    });
    afterAll(() => kit?.close());

    it('comes back by itself after the gateway was restarted, and shows the changes made meanwhile', async () => {
      const { page } = await kit.open({ at: 'page=Map&at=53.41,-2.99,12' });
      await page.getByRole('button', { name: /Crane 1/ }).waitFor();
      const [gateway] = kit.stack.gateways;
      await gateway!.restart();
      await kit.post([at('van-1', 53.41, -2.98, { title: 'Late van' })]);
      await page.getByRole('button', { name: /Late van/ }).waitFor({ timeout: 20_000 });
      await page.context().close();
    });

    it('says that it has no connection, and that it has one again', async () => {
      const { page, context } = await kit.open({ at: 'page=Map&at=53.41,-2.99,12' });
      await page.getByRole('button', { name: /Crane 1/ }).waitFor();
      await context.setOffline(true);
      await kit.stack.gateways[0]!.restart();
      await page.getByText('Live updates are interrupted.').waitFor({ timeout: 20_000 });
      await context.setOffline(false);
      await page.getByText('Live updates are interrupted.').waitFor({ state: 'detached', timeout: 30_000 });
      await page.context().close();
    });

    it('lets a link lead elsewhere while the map is still loading', async () => {
      // Requests of a service worker would bypass the interception.
      const { page, faults } = await kit.open({ drawsMaps: true, at: 'page=Polls', context: { serviceWorkers: 'block' } });
      await page.getByRole('heading', { name: 'Polls' }).waitFor();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let asked = 0;
      await page.route(/assets\/map-scene-/, async (route) => {
        asked++;
        await held;
        await route.continue();
      });
      await page.goto(`${kit.url}/app/#page=Map`);
      await expect.poll(() => asked).toBe(1);
      await page.goto(`${kit.url}/app/#page=Polls`);
      await page.getByRole('heading', { name: 'Polls' }).waitFor();
      const loaded = page.waitForResponse(/assets\/map-scene-/);
      release();
      await (await loaded).finished();
      // A map that is no longer needed would have started before the other one is ready.
      await page.goto(`${kit.url}/app/#page=Map`);
      await page.locator('canvas.maplibregl-canvas').waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    });

    it('misses no change of a slow feed that is cut in the middle again and again, and shows when the feed is away', async () => {
      const proxy = await TcpProxy.start(new URL(kit.url).host);
      try {
        await kit.post([at('cut-0', 53.61, -2.79, { title: 'Cut 0' })]);
        const { page, context } = await kit.open({
          drawsMaps: true,
          at: 'page=Map&id=cut-0&at=53.61,-2.79,13',
          url: `http://${proxy.address}`,
        });
        const panel = page.getByRole('complementary', { name: 'Object' });
        await panel.getByRole('heading', { name: 'Cut 0' }).waitFor();
        await page.getByText('1 object in view').waitFor();
        proxy.latencyMs = 120;
        let bytes = 0;
        for (let n = 1; n <= 12; n++) {
          // In the middle of the answer: only some of its bytes arrive.
          bytes = 0;
          if (n % 3 === 0) proxy.tap = ({ from, bytes: chunk }) => from === 'client' || (bytes += chunk.length) < 400;
          await kit.post([
            at(`cut-${n}`, 53.61, -2.79 + n / 1000, { title: `Cut ${n}` }),
            { externalId: 'cut-0', fieldValues: [{ type: 'Number', field: 'counted', value: n }] },
          ]);
          if (n % 3 === 0) {
            await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThanOrEqual(400);
            proxy.tap = undefined;
            proxy.reset();
          }
        }
        proxy.cut();
        await page.getByText('Live updates are interrupted.').waitFor({ timeout: 20_000 });
        await kit.post([
          at('cut-13', 53.612, -2.79, { title: 'Cut 13' }),
          { externalId: 'cut-0', fieldValues: [{ type: 'Number', field: 'counted', value: 13 }] },
        ]);
        proxy.restore();
        await page.getByText('Live updates are interrupted.').waitFor({ state: 'detached', timeout: 30_000 });
        await page.getByText('14 objects in view').waitFor({ timeout: 20_000 });
        expect((await page.locator('.object-row .object-name').allInnerTexts()).sort()).toEqual(
          Array.from({ length: 14 }, (_, n) => `Cut ${n}`).sort(),
        );
        await expect.poll(() => panel.textContent(), { timeout: 20_000 }).toContain('counted13');
        // It also receives new changes again.
        await kit.post([{ externalId: 'cut-0', fieldValues: [{ type: 'Number', field: 'counted', value: 14 }] }]);
        await expect.poll(() => panel.textContent(), { timeout: 20_000 }).toContain('counted14');
        await context.close();
      } finally {
        await proxy.close();
      }
    });

    it(
      'opens without a network with the view that was shown last, continues by itself when there is one ' +
        'again, and keeps nothing after signing out',
      async () => {
        const { page, context } = await kit.open({ at: 'page=Map&id=crane-1' });
        await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
        await expect
          .poll(() => page.evaluate(async () => (await (await caches.open('waymark-app-1')).keys()).length), { timeout: 20_000 })
          .toBeGreaterThan(8);
        await expect.poll(() => page.evaluate(keptViews)).toBe(1);
        await context.setOffline(true);
        await page.reload();
        await page.getByText('The server cannot be reached.').waitFor();
        // The list, the map and the panel show the last known state with its time.
        await page.getByText(/^Offline\. Positions as of /).waitFor();
        await page.getByRole('button', { name: /Crane 1/ }).waitFor();
        await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
        await context.setOffline(false);
        await page.getByText(/^Offline\. Positions as of /).waitFor({ state: 'detached', timeout: 20_000 });
        await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
        await page.goto(`${kit.url}/app/#page=Settings`);
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByLabel('E-mail address').waitFor();
        await expect.poll(() => page.evaluate(keptViews)).toBe(0);
        await context.close();
      },
    );

    it('asks to sign in again when the session was ended elsewhere, and returns to the same place', async () => {
      const { page, context } = await kit.open({ at: 'page=Map&id=crane-1' });
      await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
      await context.clearCookies();
      await page.reload();
      await page.getByText('crane-1 opens next.').waitFor();
      await context.close();
    });

    it('shows text that could be code as text', async () => {
      const { page, faults } = await kit.open({ at: 'page=Map&at=53.42,-2.98,11' });
      for (const [n, text] of INJECTIONS.entries()) {
        await page.goto(`${kit.url}/app/#page=Map&id=bad-${n}`);
        await page.getByRole('complementary').getByRole('heading', { name: text, exact: true }).waitFor();
      }
      await page.mouse.move(600, 300);
      expect(await page.evaluate(() => (globalThis as { injected?: number }).injected)).toBeUndefined();
      expect(faults).toEqual([]);
      await page.goto(`${kit.url}/app/#page=Map&id=${encodeURIComponent(INJECTIONS[0]!)}`);
      await page.getByText('There is no object').waitFor();
      await page.context().close();
    });

    it('warns of a position that is invalid, and says what is wrong with an id that is too long', async () => {
      const { page } = await kit.open({ at: 'page=Map&id=nowhere' });
      await page.getByText('It reports latitude 0, longitude 0').waitFor();
      await page.goto(`${kit.url}/app/#page=Map&id=${'x'.repeat(300)}`);
      await page.getByText('This id is too long for an object.').waitFor();
      await page.context().close();
    });

    it.each([
      ['light', 1000],
      ['dark', 360],
    ] as const)('has nothing that axe finds, in %s at %i pixels', async (colorScheme, width) => {
      const { page } = await kit.open({
        drawsMaps: true,
        at: 'page=Map&id=crane-1',
        context: { colorScheme, viewport: { width, height: 740 } },
      });
      await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
      await page.locator('canvas.maplibregl-canvas').waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.goto(`${kit.url}/app/#page=Settings`);
      await page.getByRole('heading', { name: 'Settings' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.context().close();
    });

    it('has nothing that axe finds where one signs in, in German', async () => {
      const { page } = await kit.open({ signIn: false, context: { locale: 'de-DE' } });
      await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.context().close();
    });

    it('can be used by the keyboard alone', async () => {
      const { page } = await kit.open({ drawsMaps: true, at: 'page=Map&at=53.41,-2.99,14' });
      await page.getByRole('button', { name: /Crane 1/ }).waitFor();
      await drawnMap(page);
      const stops = await tabStops(page);
      expect(await notReached(page)).toEqual([]);
      for (const name of ['Zoom in', 'Show all objects', 'Layers', 'Past', 'Map of the objects']) expect(stops.join('\n')).toContain(name);
      await page.getByRole('heading', { level: 1, name: 'Map' }).waitFor();
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement!.id);
      await page.getByRole('button', { name: 'Skip the list' }).press('Enter');
      await expect.poll(focused).toBe('map-pane');
      await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
      await expect.poll(focused).toBe('content');
      await page.locator('canvas.maplibregl-canvas').focus();
      const place = page.url();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => page.url(), { timeout: 20_000 }).not.toBe(place);
      await page.locator('.map-layers summary').focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Colour by').waitFor();
      await page.keyboard.press('Escape');
      await page.getByLabel('Colour by').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Past' }).focus();
      await page.keyboard.press('Enter');
      const slider = page.getByRole('slider', { name: 'Past' });
      const then = await slider.inputValue();
      await slider.press('ArrowLeft');
      await expect.poll(() => slider.inputValue(), { timeout: 20_000 }).not.toBe(then);
      await page.getByRole('button', { name: 'Now', exact: true }).press('Enter');
      await page.getByRole('button', { name: /Crane 1/ }).press('Enter');
      await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
      await page.getByRole('complementary').getByRole('button', { name: 'More', exact: true }).waitFor();
      await tabStops(page);
      expect(await notReached(page)).toEqual([]);
      await page.context().close();
    });

    it.each([
      ['a page zoomed to 200 %', { viewport: { width: 640, height: 360 } }, 24],
      ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, 44],
    ] as const)('cuts nothing off on %s, and has nothing too small to be hit', async (_, context, least) => {
      const { page } = await kit.open({ drawsMaps: true, at: 'page=Map&at=53.41,-2.99,14', context });
      await page.getByRole('button', { name: /Crane 1/ }).waitFor();
      await drawnMap(page);
      const faults = async (part = 'body'): Promise<unknown> => ({
        cut: await cutOff(page, part),
        small: await tooSmall(page, least),
        wider: await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
      });
      const none = { cut: [], small: [], wider: false };
      expect(await faults()).toEqual(none);
      await page.locator('.map-layers summary').click();
      await page.getByLabel('Colour by').waitFor();
      expect(await faults('.map-layers')).toEqual(none);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'More' }).click();
      expect(await faults('.map-tools')).toEqual(none);
      await page.getByRole('button', { name: 'Past' }).click();
      await page.getByText(/known then/).waitFor();
      expect(await faults('.map-time-bar')).toEqual(none);
      await page.getByRole('button', { name: 'Now', exact: true }).click();
      await page.getByRole('button', { name: /Crane 1/ }).click();
      await page.getByText('Last report').waitFor();
      expect(await faults('.object-panel')).toEqual(none);
      await page.context().close();
    });

    it('leaves the zoom free and shows at least three types on a phone, in German', async () => {
      const { page, context } = await kit.open({
        drawsMaps: true,
        at: 'page=Map&at=53.42,-2.98,11',
        context: { locale: 'de-DE', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      });
      await page.getByRole('button', { name: /Crane 1/ }).waitFor();
      await drawnMap(page);
      expect(await cutOff(page)).toEqual([]);
      const seen = await page
        .locator('.map-legend ul')
        .evaluate(
          (list) =>
            [...list.children].filter((entry) => entry.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom).length,
        );
      expect(seen).toBeGreaterThanOrEqual(3);
      await page.locator('.map-layers > summary').click();
      const below = await page
        .locator('.map-layers .card')
        .evaluate(
          (card) =>
            [...card.querySelectorAll('select, input')].filter(
              (field) => field.getBoundingClientRect().bottom > card.closest('.map-pane')!.getBoundingClientRect().bottom,
            ).length,
        );
      expect(below).toBe(0);
      await context.close();
    });

    it('lets the map jump for people who prefer no motion', async () => {
      for (const [reducedMotion, moving] of [
        ['reduce', false],
        ['no-preference', true],
      ] as const) {
        const { page } = await kit.open({ drawsMaps: true, at: 'page=Map&at=53.41,-2.99,10', context: { reducedMotion } });
        await page.getByRole('button', { name: 'Zoom in' }).waitFor();
        await drawnMap(page);
        const begun = page.url();
        // The address is updated as soon as the map stops: within the click if nothing moves.
        const jumped = await page.evaluate(() => {
          const before = location.hash;
          document.querySelector<HTMLElement>('.map-controls button')!.click();
          return location.hash !== before;
        });
        expect(jumped).toBe(!moving);
        await expect.poll(() => page.url(), { timeout: 20_000 }).not.toBe(begun);
        await page.context().close();
      }
    });

    it('continues for a person who stayed on the page when the token expired, without a message and without a gap', async () => {
      const { page, context, faults } = left;
      await expect.poll(() => Date.now() - openedAt, { timeout: 75_000, interval: 1000 }).toBeGreaterThan(65_000);
      await kit.post([at('after-expiry', 53.51, -2.89, { title: 'After expiry' })]);
      await page.getByRole('button', { name: /After expiry/ }).waitFor({ timeout: 20_000 });
      expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
      // The gateway was restarted meanwhile, so the console contains failed calls.
      expect(faults.filter((fault) => !/Failed to load resource|ERR_/.test(fault))).toEqual([]);
      await context.close();
    });
  },
);

/** Runs in the page: the number of stored views. */
function keptViews(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('waymark-views');
    // Nothing was stored yet. The app must still find no database, to create its own.
    opening.onupgradeneeded = () => {
      opening.transaction!.abort();
      resolve(0);
    };
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('views').objectStore('views').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(counting.error);
    };
  });
}
