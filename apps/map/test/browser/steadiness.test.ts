import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';

const INJECTIONS = ['<img src=x onerror="window.injected=1">', '"><script>window.injected=1</script>', "'-alert(1)-'", '{{constructor.constructor("window.injected=1")()}}', '\u202eevil\u202c', '<svg/onload=window.injected=1>', 'javascript:window.injected=1', '`${window.injected=1}`'];

describe.skipIf(!hasChromium)('the app when things are not as they should be (skipped where there is no Chromium)', { timeout: 90_000 }, () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await startBrowserKit('map steadiness');
    await kit.post([at('crane-1', 53.41, -2.99, { title: 'Crane 1', type: 'crane', accuracy: 80 }), at('nowhere', 0, 0, { title: 'No fix' }), ...INJECTIONS.map((text, n) => at(`bad-${n}`, 53.42, -2.98 + n / 500, { title: text, type: text, fieldValues: [{ type: 'String', field: `f${n}`, value: text }, { type: 'Category', field: 'state', value: { namespace: 'n', categoryName: text } }] }))]);
  });
  afterAll(() => kit?.close());

  it('comes back by itself after the gateway was restarted, and shows what happened meanwhile', async () => {
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

  it('opens without a network, says so, and goes on by itself when there is one again', async () => {
    const { page, context } = await kit.open({ at: 'page=Map&id=crane-1' });
    await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('waymark-app-1')).keys()).length), { timeout: 20_000 }).toBeGreaterThan(8);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('The server can not be reached.').waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Crane 1' }).waitFor({ timeout: 20_000 });
    await context.close();
  });

  it('asks to sign in again when the session was ended elsewhere, and goes on where one was', async () => {
    const { page, context } = await kit.open({ at: 'page=Map&id=crane-1' });
    await page.getByRole('heading', { name: 'Crane 1' }).waitFor();
    await context.clearCookies();
    await page.reload();
    await page.getByText('Then crane-1 opens.').waitFor();
    await context.close();
  });

  it('shows what could be code as text', async () => {
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

  it('warns of a position that is none, and says of an id that is too long what is wrong', async () => {
    const { page } = await kit.open({ at: 'page=Map&id=nowhere' });
    await page.getByText('It reports latitude 0, longitude 0').waitFor();
    await page.goto(`${kit.url}/app/#page=Map&id=${'x'.repeat(300)}`);
    await page.getByText('This id is longer than any object’s.').waitFor();
    await page.context().close();
  });

  it.each([
    ['light', 1000],
    ['dark', 360],
  ] as const)('has nothing that axe finds, in %s at %i pixels', async (colorScheme, width) => {
    const { page } = await kit.open({ at: 'page=Map&id=crane-1', context: { colorScheme, viewport: { width, height: 740 } } });
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
});
