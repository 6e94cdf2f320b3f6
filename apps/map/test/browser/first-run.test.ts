import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.js';
import { type BrowserKit, hasChromium, startOwnBrowserKit } from './browser-kit.js';

interface Listed {
  objects: { externalId: string; title?: string; position: { lat: number; lon: number }; fields: Record<string, { value: unknown }> }[];
}

describe.skipIf(!hasChromium)('the first steps in a browser (skipped where there is no Chromium)', { timeout: 180_000 }, () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await startOwnBrowserKit('first steps', { drawsMaps: false, serviceWorkers: 'allow' });
  });
  afterAll(() => kit?.close());
  const listed = async (): Promise<Listed['objects']> =>
    ((await kit.call('GET', `/groups/${kit.workspace}/externalObjects?limit=500`)).json as Listed).objects;
  const panel = (page: Page) => page.getByRole('region', { name: /Nothing here yet|Add objects/ });

  it('gives a line for a terminal that makes the first object appear within 2 s', async () => {
    const { page, faults } = await kit.open();
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await page.getByText('Waiting for the first object …').waitFor();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByLabel('Paste this into a terminal').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const line = await page.getByLabel('Paste this into a terminal').inputValue();
    expect(await listed()).toEqual([]);
    // Like a person who pastes it.
    const { stdout } = await promisify(execFile)('bash', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ status: 'created' }] });
    const shown = page
      .getByRole('button', { name: /My first object/ })
      .waitFor()
      .then(() => performance.now());
    await expect.poll(listed, { interval: 20 }).toHaveLength(1);
    // From now on, the app can read it.
    const there = performance.now();
    expect((await shown) - there).toBeLessThan(2000);
    await page.getByText('My first object has arrived.').waitFor();
    await expect.poll(() => panel(page).count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('drives a demo fleet at one press, and removes it', async () => {
    const { page } = await kit.open();
    await page.getByRole('button', { name: 'Add objects' }).click();
    await page.getByRole('button', { name: 'Start the demo fleet' }).click();
    await page.getByText('The demo fleet is moving: 25 objects.').waitFor();
    const fleet = async () => (await listed()).filter(({ externalId }) => externalId.startsWith('demo-fleet-'));
    const places = async () => JSON.stringify((await fleet()).map(({ position: { lat, lon } }) => [lat, lon]));
    await expect.poll(async () => (await fleet()).length).toBe(25);
    const before = await places();
    await expect.poll(places, { timeout: 20_000 }).not.toBe(before);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('The demo fleet is stopped.').waitFor();
    await page.getByRole('button', { name: 'Remove the demo fleet' }).click();
    await page.getByText('25 demo objects were removed.').waitFor({ timeout: 30_000 });
    await expect.poll(async () => (await fleet()).length).toBe(0);
    await page.context().close();
  });

  it('imports a table with decimal commas, and reports each row that is wrong', async () => {
    const rows = Array.from({ length: 620 }, (_, n) => `pallet-${n};"Pallet ""${n}""";Palette;48,${1000 + n};11,5;${n % 100},5;frei`);
    rows[3] = 'pallet-3;Ohne Ort;Palette;48,1;;1;frei';
    rows[5] = 'pallet-5;Nord;Palette;148,1;11,5;1;frei';
    rows[7] = 'pallet-7;zu kurz;Palette';
    rows[9] = `${'x'.repeat(300)};lang;Palette;48,1;11,5;1;frei`;
    const csv = `\ufeffId;Titel;Art;Breite;Länge;Füllstand;Zustand\r\n${rows.join('\r\n')}\r\n`;
    const { page, faults } = await kit.open();
    await page.getByRole('button', { name: 'Add objects' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .getByLabel('CSV file', { exact: true })
      .setInputFiles({ name: 'pallets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByText('4 rows are invalid and will not be sent').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    let calls = 0;
    const keys = new Set<string>();
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/externalObjects')) return;
      calls++;
      keys.add(request.headers()['idempotency-key'] ?? '');
    });
    const said = await page.getByRole('dialog').innerText();
    for (const line of [
      'Line 5: Latitude or longitude is missing.',
      'Line 7, Breite: The number is out of range.',
      'Line 9: The number of values differs from the first line.',
      'Line 11, Id: The text is too long.',
    ])
      expect(said).toContain(line);
    expect(await page.getByLabel('Meaning of Breite').inputValue()).toBe('lat');
    expect(await page.getByLabel('Meaning of Zustand').inputValue()).toBe('Category');
    await page.getByRole('button', { name: 'Import 616 rows' }).click();
    await page.getByText('616 of 620 rows sent').waitFor({ timeout: 60_000 });
    expect(calls).toBe(2);
    expect(keys.size).toBe(2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the 4 failed rows' }).click();
    expect((await download).suggestedFilename()).toBe('pallets-failed.csv');
    await page.getByRole('button', { name: 'Show on the map' }).click();
    await expect
      .poll(async () => ((await kit.call('GET', `/groups/${kit.workspace}/externalObjects/pallet-4`)).json as Listed['objects'][0]).title)
      .toBe('Pallet "4"');
    const { json } = await kit.call('GET', `/groups/${kit.workspace}/externalObjects/pallet-4`);
    expect(json).toMatchObject({
      type: 'Palette',
      position: { lat: 48.1004, lon: 11.5 },
      fields: { Füllstand: { value: 4.5 }, Zustand: { value: { categoryName: 'frei' } } },
    });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes the chosen meaning of columns, and names missing ones until then', async () => {
    const csv = 'Wagen,Nordwert,Ostwert,Bemerkung\nm-1,48.5,11.25,geliehen\nm-2,48.6,11.5,\n';
    const { page } = await kit.open();
    await page.getByRole('button', { name: 'Add objects' }).click();
    // The workspace's fields arrive late; no guess may overwrite what somebody has chosen before.
    let answer = (): void => undefined;
    const said = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/fields', async (route) => {
      await said;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'plain.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Choose the column with the object id.').waitFor();
    await dialog.getByLabel('Meaning of Wagen').selectOption('id');
    await dialog.getByLabel('Meaning of Nordwert').selectOption('lat');
    await dialog.getByText('Choose the columns with latitude and longitude.').waitFor();
    const fields = page.waitForResponse('**/fields');
    answer();
    await fields;
    await dialog.getByLabel('Meaning of Ostwert').selectOption('lat');
    await dialog.getByText('Two columns have the same meaning.').waitFor();
    await dialog.getByLabel('Meaning of Ostwert').selectOption('lon');
    await dialog.getByLabel('Meaning of Bemerkung').selectOption('title');
    await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('All rows were sent.').waitFor({ timeout: 30_000 });
    await expect
      .poll(async () => (await listed()).find(({ externalId }) => externalId === 'm-1'))
      .toMatchObject({ title: 'geliehen', position: { lat: 48.5, lon: 11.25 } });
    await page.context().close();
  });

  it('shows people who may not make tokens whom to ask, and leads to scanning', async () => {
    const { page } = await kit.open({ role: 'editor' });
    await page.getByRole('button', { name: 'Add objects' }).click();
    await page.getByText('Ask an admin of this workspace').waitFor();
    expect(await page.getByLabel('Paste this into a terminal').inputValue()).toContain('Bearer TOKEN');
    expect(await page.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/docs');
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    expect(page.url()).toContain('page=Scan');
    await page.getByLabel('Code or id').fill('scanned-first');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Unknown code' }).waitFor();
    await page.getByLabel('Name').fill('Scanned first');
    await page.getByText('Coordinates').click();
    await page.getByLabel('Latitude').fill('53.1');
    await page.getByLabel('Longitude').fill('-2.9');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Scanned first' }).waitFor();
    await expect
      .poll(async () => (await kit.call('GET', `/groups/${kit.workspace}/externalObjects/scanned-first`)).json)
      .toMatchObject({ title: 'Scanned first', position: { lat: 53.1, lon: -2.9 } });
    await page.context().close();
  });
});
