import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, type BrowserKit, hasChromium, signInAs, startBrowserKit } from './browser-kit.js';

describe.skipIf(!hasChromium)('the map in a browser (skipped where there is no Chromium)', { timeout: 60_000 }, () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await startBrowserKit('map app');
    await kit.post([at('crane-1', 53.41, -2.99, { title: 'Crane 1', type: 'crane', accuracy: 80 }), at('truck-1', 53.46, -3.02, { title: 'Truck 1', type: 'truck', fieldValues: [{ type: 'Number', field: 'battery', value: 42 }] }), at('old-1', 53.44, -3.0, { title: 'Old hand', type: 'truck', observedAt: new Date(Date.now() - 3 * 86_400_000).toISOString() })]);
  });
  afterAll(() => kit?.close());

  it('shows what is in view as a map and as a list, and what is posted within 2 s', async () => {
    const { page, faults } = await kit.open();
    await page.getByText('3 objects in view').waitFor();
    await page.locator('canvas.maplibregl-canvas').waitFor();
    await kit.post([at('van-9', 53.43, -2.98, { title: 'Van 9', type: 'van' })]);
    const since = performance.now();
    await page.getByRole('button', { name: /Van 9/ }).waitFor({ timeout: 2000 });
    expect(performance.now() - since).toBeLessThan(2000);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('opens an object within 500 ms of a click, follows it live, and draws it where it is', async () => {
    const { page } = await kit.open();
    await page.getByRole('button', { name: /Truck 1/ }).click();
    const panel = page.getByRole('complementary', { name: 'Object' });
    await panel.getByRole('heading', { name: 'Truck 1' }).waitFor({ timeout: 1500 });
    await expect.poll(() => panel.textContent()).toContain('42');
    await kit.post([{ externalId: 'truck-1', fieldValues: [{ type: 'Number', field: 'battery', value: 17 }] }]);
    await expect.poll(() => panel.textContent(), { timeout: 2000 }).toContain('17');
    expect(new URL(page.url()).hash).toContain('page=Map&id=truck-1');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    await page.context().close();
  });

  it('finds by what is typed', async () => {
    const { page } = await kit.open({ role: 'viewer' });
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('crane');
    await page.getByText('1 found').waitFor();
    await page.getByRole('button', { name: /Crane 1/ }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
    await page.context().close();
  });

  it('keeps the place that a link points at through the sign-in, in any order of its parameters', async () => {
    const { page } = await kit.open({ signIn: false, at: 'id=crane-1&page=Map&ws=The%20Harbour' });
    await page.getByText('Then crane-1 opens.').waitFor();
    await signInAs(page, await kit.person('viewer'));
    await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
    await page.context().close();
  });

  it('opens a link at the root too, and says of an unknown or forbidden workspace that one can not enter it', async () => {
    const { page } = await kit.open({ role: 'viewer' });
    await page.goto(`${kit.url}/#ws=Somewhere%20else&page=Map&id=crane-1`);
    await page.getByText('You can not enter a workspace called “Somewhere else”.').waitFor();
    await page.getByRole('button', { name: 'The Harbour' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Crane 1' }).waitFor();
    await page.context().close();
  });

  it('stays signed in over a reload without a token in any storage', async () => {
    const { page, context } = await kit.open();
    await page.reload();
    await page.getByRole('navigation').waitFor();
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    expect(stored).not.toMatch(/eyJ|refresh/i);
    expect((await context.cookies()).map(({ httpOnly, sameSite, path }) => ({ httpOnly, sameSite, path }))).toEqual([{ httpOnly: true, sameSite: 'Strict', path: '/app/session' }]);
    await context.close();
  });

  it('shows an object as it was yesterday, and now again', async () => {
    const { page } = await kit.open();
    await page.getByRole('button', { name: 'Past' }).click();
    await page.getByLabel('Moment').fill(new Date(Date.now() - 86_400_000).toISOString().slice(0, 16));
    await page.getByText('1 known then').waitFor({ timeout: 10_000 }).catch(async () => expect(await page.locator('.time-bar').innerText()).toBe('1 known then'));
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.getByRole('button', { name: 'Past' }).waitFor();
    await page.context().close();
  });
});
