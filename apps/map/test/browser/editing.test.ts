import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '#testing/sample-pictures.js';
import { accessibilityFaults } from './axe.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';

interface Held {
  revision: number;
  title?: string;
  type?: string;
  icon?: string;
  description?: string;
  contentElements?: object[];
  picture?: string;
  position: { lat: number; lon: number; alt?: number; floor?: unknown };
  fields: Record<string, { type: string; value: unknown }>;
  archived: boolean;
}

describe.skipIf(!hasChromium)('editing in a browser (skipped where there is no Chromium)', { timeout: 180_000 }, () => {
  let kit: BrowserKit;
  const path = (id: string): string => `/groups/${kit.workspace}/externalObjects/${encodeURIComponent(id)}`;
  const held = async (id: string): Promise<Held> => (await kit.call('GET', path(id))).json as Held;
  const form = (page: Page) => page.getByRole('form', { name: /^Edit / });
  const edit = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form(page).waitFor();
  };
  const save = async (page: Page): Promise<void> => {
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
  };
  const fromMenu = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('complementary').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const titleOf = (page: Page) => form(page).getByRole('textbox', { name: 'Title', exact: true });

  beforeAll(async () => {
    kit = await startBrowserKit('editing', { drawsMaps: false });
    await kit.call('PUT', `/groups/${kit.workspace}/fields/battery`, {
      type: 'Number',
      unit: '%',
      label: 'Battery',
      min: 0,
      max: 100,
      onConflict: 'reject',
      review: 'approved',
    });
    await kit.call('PUT', `/groups/${kit.workspace}/fields/status`, {
      type: 'Category',
      label: 'Status',
      categories: [
        { namespace: 's', categoryName: 'ok', label: 'OK' },
        { namespace: 's', categoryName: 'broken', label: 'Broken' },
      ],
      review: 'approved',
    });
  });
  afterAll(() => kit?.close());

  it('changes each kind of value with one command, and takes it back', async () => {
    await kit.post([
      at('crane-3', 53.41, -2.99, {
        title: 'Crane',
        type: 'crane',
        fieldValues: [
          { type: 'Number', field: 'battery', value: 42.5 },
          { type: 'Category', field: 'status', value: { namespace: 's', categoryName: 'ok' } },
          { type: 'String', field: 'note', value: 'old' },
        ],
      }),
    ]);
    const { page, faults } = await kit.open({ drawsMaps: true, at: 'page=Map&id=crane-3' });
    await page.getByRole('heading', { name: 'Crane', exact: true }).waitFor();
    let patches = 0;
    page.on('request', (request) => request.method() === 'PATCH' && patches++);
    await page.keyboard.press('e');
    await form(page).waitFor();
    await titleOf(page).fill('Crane one');
    await form(page).getByLabel('Type', { exact: true }).fill('big crane');
    await form(page).getByTitle('Crane', { exact: true }).click();
    await form(page).getByLabel('Description', { exact: true }).fill('Stands at gate 3');
    const battery = form(page).getByRole('textbox', { name: 'Battery (%)' });
    await battery.fill('150');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await form(page).getByText('From 0 to 100.').waitFor();
    expect(patches).toBe(0);
    await battery.fill('12,5');
    await form(page).getByLabel('Status', { exact: true }).selectOption({ label: 'Broken' });
    await form(page).getByRole('button', { name: 'Clear note' }).click();
    await form(page)
      .getByRole('button', { name: /Another field|Add field/ })
      .click();
    await form(page).getByLabel('Field name').fill('owner');
    await form(page).getByLabel('Value', { exact: true }).fill('Ann');
    await form(page).getByLabel('Floor').fill('2');
    await form(page).getByLabel('Altitude (m)').fill('7');
    await form(page).getByRole('button', { name: 'Add action' }).click();
    await form(page).getByRole('button', { name: 'Open a link' }).click();
    await form(page).getByLabel('Address').fill('https://example.org/manual');
    const pin = page.getByRole('button', { name: /^Position of the object/ });
    await pin.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await save(page);
    expect(patches).toBe(1);
    const after = await held('crane-3');
    expect(after).toMatchObject({
      revision: 2,
      title: 'Crane one',
      type: 'big crane',
      icon: 'crane',
      description: 'Stands at gate 3',
      contentElements: [{ id: expect.stringMatching(/^[0-9a-z]{8}$/) as string, kind: 'link', target: 'https://example.org/manual' }],
    });
    expect(after.fields).toMatchObject({
      battery: { value: 12.5 },
      status: { value: { categoryName: 'broken' } },
      owner: { value: 'Ann' },
    });
    expect(after.fields.note).toBeUndefined();
    expect(after.position).toMatchObject({ lon: -2.99, alt: 7, floor: 2 });
    expect(after.position.lat).toBeGreaterThan(53.41);
    await page.getByRole('heading', { name: 'Crane one' }).waitFor({ timeout: 5000 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.', { exact: true }).waitFor();
    const back = await held('crane-3');
    expect(back).toMatchObject({ revision: 3, title: 'Crane', type: 'crane', position: { lat: 53.41, lon: -2.99 } });
    expect(back.icon).toBeUndefined();
    expect(back.contentElements ?? []).toEqual([]);
    expect(back.fields).toMatchObject({ battery: { value: 42.5 }, note: { value: 'old' } });
    expect(back.fields.owner).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('sends only what was changed, and lets a report of a moving object pass at the same time', async () => {
    await kit.post([at('van-1', 53.42, -2.98, { title: 'Van' })]);
    const { page } = await kit.open({ at: 'page=Map&id=van-1' });
    await edit(page);
    await titleOf(page).fill('Van of the port');
    await kit.post([at('van-1', 53.5, -2.9)]);
    expect(await titleOf(page).inputValue()).toBe('Van of the port');
    await save(page);
    const { json } = await kit.call('GET', `/groups/${kit.workspace}/changes?cursor=earliest&mode=events&id=van-1`);
    const { set, position, fields } = (json as { changes: { set?: object; position?: object; fields?: object }[] }).changes.at(-1)!;
    expect({ set, position, fields }).toEqual({ set: { title: 'Van of the port' } });
    expect(await held('van-1')).toMatchObject({ title: 'Van of the port', position: { lat: 53.5, lon: -2.9 } });
    await page.context().close();
  });

  it('shows two people who edit the same both versions, and saves the chosen one', async () => {
    await kit.post([at('gate-1', 53.43, -2.97, { title: 'Gate' })]);
    const [mine, theirs] = [await kit.open({ at: 'page=Map&id=gate-1' }), await kit.open({ role: 'editor', at: 'page=Map&id=gate-1' })];
    await edit(mine.page);
    await edit(theirs.page);
    await titleOf(mine.page).fill('Gate of mine');
    await form(mine.page).getByLabel('Description', { exact: true }).fill('mine alone');
    await titleOf(theirs.page).fill('Gate of theirs');
    await form(theirs.page).getByLabel('Type', { exact: true }).fill('gate');
    await save(theirs.page);
    await form(mine.page).getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = mine.page.getByRole('alertdialog');
    await conflict.waitFor();
    expect(await accessibilityFaults(mine.page)).toEqual([]);
    expect(await conflict.innerText()).toMatch(/Gate of mine[^]*Gate of theirs/);
    expect(await conflict.getByRole('group').count()).toBeGreaterThan(0);
    await conflict.getByRole('radio', { name: /^Mine/ }).check();
    await conflict.getByRole('button', { name: 'Save selection' }).click();
    await mine.page.getByText('Saved.', { exact: true }).waitFor();
    expect(await held('gate-1')).toMatchObject({ title: 'Gate of mine', description: 'mine alone', type: 'gate' });
    // A member that somebody else has changed since is not undone.
    await theirs.page.getByRole('button', { name: 'Undo' }).click();
    await theirs.page.getByText('Not undone: someone has changed it since.').waitFor();
    await mine.context.close();
    await theirs.context.close();
  });

  it('keeps typed text when the server is away or the session ends, and asks before leaving', async () => {
    await kit.post([at('shed-1', 53.44, -2.96, { title: 'Shed' })]);
    const { page } = await kit.open({ at: 'page=Map&id=shed-1' });
    await edit(page);
    await titleOf(page).fill('Shed by the water');
    await page.route('**/externalObjects/shed-1', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()));
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved. Your input is still here. The server is not responding. Try again in a moment.').waitFor();
    await page.unroute('**/externalObjects/shed-1');
    await page.getByRole('link', { name: 'Scan' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep editing' }).click();
    expect(await titleOf(page).inputValue()).toBe('Shed by the water');
    await page.context().clearCookies();
    await page.route('**/externalObjects/shed-1', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 401,
            contentType: 'application/problem+json',
            body: '{"type":"urn:waymark:problem:unauthorized","detail":"expired"}',
          })
        : route.fallback(),
    );
    await form(page).getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Your session has ended.').first().waitFor();
    await page.unroute('**/externalObjects/shed-1');
    await page.getByLabel('E-mail address').fill(await kit.person('admin'));
    await page.getByLabel('Password', { exact: true }).fill(kit.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await form(page).waitFor();
    expect(await titleOf(page).inputValue()).toBe('Shed by the water');
    await form(page)
      .getByRole('button', { name: /Save|Try again/ })
      .click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    expect((await held('shed-1')).title).toBe('Shed by the water');
    await page.context().close();
  });

  it('gives a picture, shows it large, replaces it together with other changes, removes it, and undoes each', async () => {
    await kit.post([at('mast-1', 53.47, -2.93, { title: 'Mast' })]);
    const { page, faults } = await kit.open({ at: 'page=Map&id=mast-1' });
    const large = page.getByRole('button', { name: 'Enlarge picture: Mast' });
    const choose = (grey: number) =>
      form(page)
        .getByLabel('Choose picture')
        .setInputFiles({ name: 'mast.png', mimeType: 'image/png', buffer: png(64, 48, grey) });
    /** The notice about the previous save may still be shown, so this waits until the form closes. */
    const saveAgain = async (): Promise<void> => {
      await form(page).getByRole('button', { name: 'Save', exact: true }).click();
      await form(page).waitFor({ state: 'detached' });
    };
    await page.getByRole('heading', { name: 'Mast', exact: true }).waitFor();
    expect(await large.count()).toBe(0);
    await edit(page);
    await choose(60);
    await form(page).getByAltText('The selected picture').waitFor();
    await page.getByRole('link', { name: 'Scan' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep editing' }).click();
    await save(page);
    const first = await held('mast-1');
    expect(first).toMatchObject({ revision: 2, picture: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await large.click();
    const dialog = page.getByRole('dialog', { name: 'Mast' });
    await expect.poll(() => dialog.getByAltText('Mast').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // A panel higher than the window scrolls instead of squeezing the picture.
    await page.setViewportSize({ width: 1000, height: 500 });
    expect((await large.boundingBox())!.height).toBeGreaterThanOrEqual(190);
    await page.setViewportSize({ width: 1000, height: 640 });

    await edit(page);
    await form(page).getByAltText('Mast').waitFor();
    await choose(200);
    await titleOf(page).fill('Mast of the port');
    await saveAgain();
    const second = await held('mast-1');
    expect(second).toMatchObject({ title: 'Mast of the port', picture: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(second.picture).not.toBe(first.picture);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => held('mast-1')).toMatchObject({ title: 'Mast', picture: first.picture });

    await large.waitFor();
    await edit(page);
    await form(page).getByRole('button', { name: 'Remove picture' }).click();
    await form(page).getByText('The picture will be removed when you save.').waitFor();
    await form(page).getByRole('button', { name: 'Keep' }).click();
    await form(page).getByAltText('Mast').waitFor();
    await form(page).getByRole('button', { name: 'Remove picture' }).click();
    await saveAgain();
    await large.waitFor({ state: 'detached' });
    expect((await held('mast-1')).picture).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await large.waitFor();
    await expect.poll(async () => (await held('mast-1')).picture).toBe(first.picture);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows that somebody else has given the same object a picture, and keeps the one that is chosen', async () => {
    await kit.post([at('mast-2', 53.48, -2.92, { title: 'Mast two' })]);
    const [mine, theirs] = [await kit.open({ at: 'page=Map&id=mast-2' }), await kit.open({ role: 'editor', at: 'page=Map&id=mast-2' })];
    for (const [n, { page }] of [mine, theirs].entries()) {
      await edit(page);
      await form(page)
        .getByLabel('Choose picture')
        .setInputFiles({ name: 'mast.png', mimeType: 'image/png', buffer: png(30 + n, 30) });
      await form(page).getByAltText('The selected picture').waitFor();
    }
    await form(mine.page).getByLabel('Description', { exact: true }).fill('of mine');
    await save(theirs.page);
    const before = await held('mast-2');
    await form(mine.page).getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = mine.page.getByRole('alertdialog');
    await conflict.waitFor();
    expect(await conflict.innerText()).toMatch(/The selected picture[^]*Change picture/);
    await conflict.getByRole('radio', { name: /^Mine/ }).check();
    await conflict.getByRole('button', { name: 'Save selection' }).click();
    await mine.page.getByText('Saved.', { exact: true }).waitFor();
    const after = await held('mast-2');
    expect(after.description).toBe('of mine');
    expect([after.picture === undefined, after.picture === before.picture]).toEqual([false, false]);
    await mine.context.close();
    await theirs.context.close();
  });

  it('archives and restores, and erases only the named object', async () => {
    await kit.post([at('box-1', 53.45, -2.95, { title: 'Box' })]);
    const { page } = await kit.open({ at: 'page=Map&id=box-1' });
    await fromMenu(page, 'Archive');
    await page.getByText('Archived.', { exact: true }).waitFor();
    expect((await held('box-1')).archived).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.', { exact: true }).waitFor();
    expect((await held('box-1')).archived).toBe(false);
    await fromMenu(page, 'Erase …');
    const dialog = page.getByRole('dialog', { name: 'Erase this object for good?' });
    expect(await dialog.innerText()).toContain('box-1');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('box-1 was erased.').waitFor();
    await expect.poll(async () => (await kit.call('GET', path('box-1'))).status).toBe(404);
    await page.context().close();
  });

  it('changes 120 objects at once, and takes all of it back', async () => {
    await kit.post(
      Array.from({ length: 120 }, (_, n) =>
        at(`bulk-${String(n).padStart(3, '0')}`, 48 + n / 1000, 11 + n / 1000, { title: `Bulk ${n}`, type: 'pallet' }),
      ),
    );
    const { page } = await kit.open({ drawsMaps: true, at: 'page=Map&at=48.06,11.06,10' });
    await page.getByText('120 objects in view').waitFor();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Bulk 1', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select Bulk 4', exact: true }).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    await page.getByRole('button', { name: 'Select all 120' }).click();
    await page.getByText('120 selected').waitFor();
    await page.getByRole('button', { name: 'Set type' }).click();
    await page.getByRole('dialog').getByLabel('Type', { exact: true }).fill('crate');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.getByText('120 objects changed.').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await held('bulk-119')).type).toBe('crate');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('120 objects restored.').waitFor({ timeout: 60_000 });
    await expect.poll(async () => (await held('bulk-000')).type).toBe('pallet');
    await page.context().close();
  });

  it('changes a thousand objects until it is stopped, counts failures with their reasons, and undoes the changes', async () => {
    const ids = Array.from({ length: 1000 }, (_, n) => `load-${String(n).padStart(4, '0')}`);
    await kit.post(ids.map((id, n) => at(id, 20 + n / 1000, 30, { title: `Load ${id}`, type: 'pallet' })));
    const { page } = await kit.open({ at: 'page=Map&at=53.4,-2.9,12' });
    await page.getByRole('searchbox').fill('load-');
    await page.getByText('500+ found').waitFor();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByText('1,000 selected').waitFor();
    for (const id of ids.slice(0, 3)) expect((await kit.call('DELETE', path(id))).status).toBe(200);
    await page.getByRole('button', { name: 'Set type' }).click();
    await page.getByRole('dialog').getByLabel('Type', { exact: true }).fill('crate');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    const progress = page.getByRole('progressbar', { name: /of 1,000/ });
    await expect.poll(async () => Number(await progress.getAttribute('value')), { timeout: 60_000 }).toBeGreaterThan(40);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const summary = page.getByText(/objects changed\. [\d,]+ not started\./);
    await summary.waitFor({ timeout: 30_000 });
    const [, changed, left] = /([\d,]+) objects changed\. ([\d,]+) not/
      .exec((await summary.textContent())!)!
      .map((text) => Number(text.replaceAll(',', '')));
    expect(changed! + left! + 3).toBe(1000);
    await page.getByText('3 failed').click();
    await page.getByRole('region', { name: 'Edit selected objects' }).getByText('Load load-0000').waitFor();
    const crates = async (): Promise<number> =>
      ((await kit.call('GET', `/groups/${kit.workspace}/externalObjects?type=crate&q=load-&limit=1000`)).json as { objects: unknown[] })
        .objects.length;
    await expect.poll(crates).toBe(changed);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/objects restored/).waitFor({ timeout: 60_000 });
    await expect.poll(crates).toBe(0);
    await page.context().close();
  });

  it('lists archived objects, restores them together, and undoes that', async () => {
    const ids = ['arch-1', 'arch-2', 'arch-3'];
    await kit.post(ids.map((id, n) => at(id, 10 + n / 1000, 10, { title: `Shelf ${n + 1}` })));
    for (const id of ids) expect((await kit.call('POST', `${path(id)}/archive`)).status).toBe(200);
    const { page, faults } = await kit.open({ at: 'page=Map&at=10,10,9' });
    await page.getByRole('button', { name: 'Archived' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archived objects' });
    await dialog.getByRole('link', { name: 'Shelf 3' }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Select Shelf 1' }).click();
    await dialog.getByText('1 selected').waitFor();
    await dialog.getByRole('button', { name: 'Select all' }).click();
    await dialog.getByText('3 selected').waitFor();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByText('3 objects changed.').waitFor();
    await dialog.getByText('No archived objects.').waitFor();
    await expect.poll(() => Promise.all(ids.map(async (id) => (await held(id)).archived))).toEqual([false, false, false]);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('3 objects restored.').waitFor();
    await dialog.getByRole('link', { name: 'Shelf 2' }).waitFor();
    await expect.poll(() => Promise.all(ids.map(async (id) => (await held(id)).archived))).toEqual([true, true, true]);
    await dialog.getByRole('link', { name: 'Shelf 2' }).click();
    await page.getByRole('heading', { name: 'Shelf 2' }).waitFor();
    await fromMenu(page, 'Restore');
    await page.getByText('Restored.', { exact: true }).waitFor();
    expect((await held('arch-2')).archived).toBe(false);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes the position of the device, says why it cannot, and takes a move back', async () => {
    await kit.post([at('walker-1', 53.4, -2.9, { title: 'Walker' })]);
    const { page } = await kit.open({
      at: 'page=Map&id=walker-1',
      context: { geolocation: { latitude: 53.412345, longitude: -2.987654, accuracy: 7 }, permissions: ['geolocation'] },
    });
    await edit(page);
    await form(page).getByRole('button', { name: 'Use device location' }).click();
    await expect.poll(() => form(page).getByLabel('Latitude').inputValue()).toBe('53.412345');
    await save(page);
    expect((await held('walker-1')).position).toMatchObject({ lat: 53.412345, lon: -2.987654, accuracy: 7 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.', { exact: true }).waitFor();
    expect((await held('walker-1')).position).toMatchObject({ lat: 53.4, lon: -2.9 });
    await page.context().clearPermissions();
    await edit(page);
    await form(page).getByRole('button', { name: 'Use device location' }).click();
    await page.getByText('Location access is blocked.').waitFor();
    expect(await form(page).getByLabel('Latitude').inputValue()).toBe('53.4');
    await page.context().close();
  });

  it('lets one of two people who save at once succeed, and shows both versions to the other, who takes theirs', async () => {
    await kit.post([at('door-1', 53.47, -2.93, { title: 'Door' })]);
    const people = [await kit.open({ at: 'page=Map&id=door-1' }), await kit.open({ role: 'editor', at: 'page=Map&id=door-1' })];
    for (const [n, { page }] of people.entries()) {
      await edit(page);
      await titleOf(page).fill(`Door of ${n}`);
    }
    await Promise.all(people.map(({ page }) => form(page).getByRole('button', { name: 'Save', exact: true }).click()));
    const first = await Promise.race(
      people.map(async ({ page }, n) =>
        page
          .getByText('Saved.', { exact: true })
          .waitFor()
          .then(() => n),
      ),
    );
    const { page } = people[1 - first]!;
    const conflict = page.getByRole('alertdialog');
    await conflict.waitFor();
    expect(await conflict.innerText()).toContain(`Door of ${first}`);
    expect(await conflict.innerText()).toContain(`Door of ${1 - first}`);
    await conflict.getByRole('radio', { name: /^Theirs/ }).check();
    await conflict.getByRole('button', { name: 'Save selection' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect((await held('door-1')).title).toBe(`Door of ${first}`);
    for (const { context } of people) await context.close();
  });

  it('shows content written by others as text, whatever it is', async () => {
    const corpus = [
      '<img src=x onerror="window.injected=1">',
      '"><svg onload=window.injected=1>',
      'javascript:window.injected=1',
      '\u202eevil\u202c \u2067rtl\u2069',
      '𝔫'.repeat(250),
      '👩‍👩‍👧‍👦 é ß 漢字',
      '{{constructor.constructor("window.injected=1")()}}',
    ];
    await kit.post(
      corpus.map((text, n) =>
        at(`corpus-${n}`, 40 + n / 1000, 5, { title: text, type: text, fieldValues: [{ type: 'String', field: 'said', value: text }] }),
      ),
    );
    const { page, faults } = await kit.open({ at: 'page=Map&at=40.003,5,12' });
    for (const [n, text] of corpus.entries()) {
      await page.evaluate((id) => (location.hash = `page=Map&id=${id}`), `corpus-${n}`);
      await page.getByRole('complementary').getByRole('heading', { level: 1 }).filter({ hasText: text }).waitFor();
      await edit(page);
      expect(await titleOf(page).inputValue()).toBe(text);
      expect(await form(page).getByLabel('said', { exact: true }).inputValue()).toBe(text);
      await form(page).getByRole('button', { name: 'Cancel' }).click();
    }
    expect(await page.evaluate(() => (window as { injected?: unknown }).injected)).toBeUndefined();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('offers nothing to a viewer that a viewer may not do', async () => {
    await kit.post([at('view-1', 53.46, -2.94, { title: 'Seen' })]);
    const { page } = await kit.open({ role: 'viewer', at: 'page=Map&id=view-1' });
    await page.getByRole('heading', { name: 'Seen' }).waitFor();
    await page.keyboard.press('e');
    for (const name of ['Edit', 'More', 'Select', 'Add objects'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    expect(await form(page).count()).toBe(0);
    await page.context().close();
  });
});
