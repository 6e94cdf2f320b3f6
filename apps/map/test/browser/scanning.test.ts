import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JPEG, png } from '#testing/sample-pictures.js';
import { accessibilityFaults } from './axe.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';
import { codesIn } from './codes-in.js';

/** The API refuses links that run scripts, but older objects may still have one, so the test modifies the answer that the page reads. */
const STORED_LINK = 'https://evil.example/stored';
const EVIL_LINK = 'javascript:document.title=1';
const HERE = { latitude: 53.4, longitude: -2.98, accuracy: 12 };
/**
 * With a list of permissions, all others are denied, so the fake camera, which the browser's flags permit, does not start by itself and
 * scan as well.
 */
const withPlace = { geolocation: HERE, permissions: ['geolocation'] };

describe.skipIf(!hasChromium)('scanning in a browser (skipped where there is no Chromium)', { timeout: 180_000 }, () => {
  let kit: BrowserKit;
  const film = join(tmpdir(), `waymark-code-${randomUUID()}.y4m`);
  beforeAll(async () => {
    kit = await startBrowserKit('scanning', {
      drawsMaps: false,
      serviceWorkers: 'allow',
      chromiumArgs: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
    });
    await kit.inside('POST', '/operator/workspaces', { id: 'quarry', name: 'The Quarry' });
    const elements = [
      { id: 'manual', kind: 'link', label: 'Manual', target: 'https://example.org/manual' },
      { id: 'evil', kind: 'link', label: 'Evil', target: STORED_LINK },
      { id: 'busy', kind: 'field', label: 'Set to busy', target: 'state=busy' },
      { id: 'round', kind: 'checklist', label: 'Morning round', target: 'Oil; Brakes' },
      { id: 'hall', kind: 'map', label: 'Its hall', target: '53.41,-2.9,13' },
      { id: 'mark', kind: 'on-scan', target: 'busy' },
    ];
    const press = at('press-7', 53.4, -2.95, { title: 'Press 7' }) as { initialExternalObject: object };
    await kit.post([
      at('hall-1', 53.5, -2.9, { title: 'Hall 1', type: 'hall' }),
      at('thing-1', 53.4, -2.9, { title: 'Thing 1' }),
      { ...press, initialExternalObject: { ...press.initialExternalObject, contentElements: elements } },
    ]);
    writeFileSync(film, filmOf(`${kit.url}/app/#page=Map&id=thing-1`));
  });
  afterAll(async () => {
    await kit?.close();
    rmSync(film, { force: true });
  });

  const read = async (id: string): Promise<Read> =>
    (await kit.call('GET', `/groups/${kit.workspace}/externalObjects/${encodeURIComponent(id)}`)).json as Read;

  it('reads a code by the camera, opens its object, and moves it to where the device is', async () => {
    const { page, context } = await kit.open({ at: 'page=Scan', context: { geolocation: HERE, permissions: ['geolocation', 'camera'] } });
    // If the camera is already permitted, it starts by itself.
    await page.getByRole('heading', { name: 'Thing 1' }).waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Update location here' }).click();
    await page.getByText('The position of Thing 1 was updated, ± 12 m.').waitFor();
    await expect.poll(async () => (await read('thing-1')).position).toMatchObject({ lat: 53.4, lon: -2.98, accuracy: 12 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await read('thing-1')).position).toMatchObject({ lat: 53.4, lon: -2.9 });
    await context.close();
  });

  it('loads the code reader only when it is needed', async () => {
    const { page, context } = await kit.open({ at: 'page=Scan', context: withPlace });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.getByLabel('Code or id').waitFor();
    expect(loaded.filter((url) => /decoder|wasm/.test(url))).toEqual([]);
    await page
      .getByLabel('From a picture')
      .setInputFiles({ name: 'sticker.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(pictureOf('press-7')) });
    await page.getByRole('heading', { name: 'Press 7' }).waitFor();
    expect(loaded.some((url) => url.startsWith(kit.url) && url.endsWith('.wasm'))).toBe(true);
    await page.getByRole('button', { name: 'Next scan' }).click();
    await page.getByLabel('From a picture').setInputFiles({
      name: 'blank.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>'),
    });
    await page.getByText('No code was found in the picture.').waitFor();
    await context.close();
  });

  it('begins a new object with a code that was never seen, also by a link from outside', async () => {
    const { page, context } = await kit.open({ at: 'id=new%20%26%20odd%2F1&page=Map', context: withPlace });
    await page.getByRole('heading', { name: 'Unknown code' }).waitFor();
    await page.getByText('53.40000, -2.98000 ± 12 m').waitFor();
    await page.getByLabel('Name').fill('<b>Crate</b>');
    await page.getByLabel('Type').fill('crate');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: '<b>Crate</b>' }).waitFor();
    await expect
      .poll(() => read('new & odd/1'))
      .toMatchObject({
        title: '<b>Crate</b>',
        type: 'crate',
        position: { lat: 53.4, lon: -2.98, accuracy: 12 },
      });
    await context.close();
  });

  it(
    'gives a new object a picture, made smaller and without camera metadata; one that does ' + 'not arrive is reported and sent again',
    async () => {
      const { page, context } = await kit.open({ at: 'page=Scan&id=pictured-1', context: withPlace });
      await page.getByText('53.40000, -2.98000 ± 12 m').waitFor();
      await page.getByLabel('Name').fill('Pictured');
      const file = page.getByLabel('Choose picture');
      const shown = page.getByAltText('The selected picture');
      await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await page.getByText('This file is not a picture that the browser can open.').waitFor();
      await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: png(1600, 800) });
      await shown.waitFor();
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([1280, 640]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Remove picture' }).click();
      await shown.waitFor({ state: 'detached' });
      const photo = Buffer.concat([JPEG.subarray(0, 2), Buffer.from('\xff\xe1\x00\x12Exif\0\0place-4711', 'latin1'), JPEG.subarray(2)]);
      await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
      await shown.waitFor();
      await page.route('**/picture', (route) => route.abort());
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Pictured was created, but its picture was not saved: The server is not responding.').waitFor();
      expect(await page.getByText('Someone else has created it in the meantime.').count()).toBe(0);
      await expect.poll(() => read('pictured-1')).toMatchObject({ title: 'Pictured' });
      await page.unroute('**/picture');
      const loaded = page.waitForResponse(/\/picture\?v=/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Pictured' }).waitFor();
      const answer = await loaded;
      const { authorization } = await answer.request().allHeaders();
      const bytes = Buffer.from(await (await fetch(answer.url(), { headers: { authorization: authorization! } })).arrayBuffer());
      expect([answer.headers()['content-type'], bytes.includes('place-4711'), bytes.includes('Exif')]).toEqual([
        'image/jpeg',
        false,
        false,
      ]);
      await page.getByRole('button', { name: 'Enlarge picture: Pictured' }).waitFor();
      await expect.poll(async () => (await read('pictured-1')).picture).toBe(createHash('sha256').update(bytes).digest('hex'));
      await context.close();
    },
  );

  it('takes a place by a pin or by numbers, and keeps typed text when there is none', async () => {
    const { page, context } = await kit.open({ drawsMaps: true, at: 'page=Scan&id=pinned-1' });
    await page.getByLabel('Name').fill('Pinned');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').getByText('Choose a location.').waitFor();
    await page.getByRole('button', { name: 'Pin on the map' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a location on the map' });
    await dialog.getByRole('region', { name: 'Map under the pin' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('Choose a location.').waitFor();
    await page.getByText('Coordinates').click();
    await page.getByLabel('Latitude').fill('53,25');
    await page.getByLabel('Longitude').fill('-2.5');
    expect(await page.getByLabel('Name').inputValue()).toBe('Pinned');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Pinned' }).waitFor();
    await expect.poll(async () => (await read('pinned-1')).position).toMatchObject({ lat: 53.25, lon: -2.5 });
    await context.close();
  });

  it('lets one of two people create what both have scanned, and shows the other the existing object', async () => {
    const people = await Promise.all([
      kit.open({ at: 'page=Scan&id=race-1', context: withPlace }),
      kit.open({ role: 'editor', at: 'page=Scan&id=race-1', context: withPlace }),
    ]);
    for (const [n, { page }] of people.entries()) {
      await page.getByText('53.40000, -2.98000 ± 12 m').waitFor();
      await page.getByLabel('Name').fill(`Of person ${n}`);
    }
    // Started early, because a notice disappears after some seconds.
    const shown = people.map(async ({ page }) => {
      const someoneElse = page.getByText('Someone else has just created this object');
      await page.getByText('was created.').or(someoneElse).first().waitFor();
      return (await someoneElse.count()) > 0 ? 'by somebody else' : 'created';
    });
    await Promise.all(people.map(({ page }) => page.getByRole('button', { name: 'Create' }).click()));
    const { title } = await expect
      .poll(() => read('race-1'))
      .toMatchObject({ revision: 2 })
      .then(() => read('race-1'));
    for (const { page } of people) await page.getByRole('heading', { name: title! }).waitFor();
    expect((await Promise.all(shown)).sort()).toEqual(['by somebody else', 'created']);
    for (const { context } of people) await context.close();
  });

  it('only reports that a code of another workspace cannot be used, before anybody types a name for it', async () => {
    await ownedElsewhere(kit, 'elsewhere-1');
    const { page, context } = await kit.open({ at: 'page=Scan&id=elsewhere-1', context: withPlace });
    await page.getByText('This code can’t be used in this workspace.').waitFor();
    expect(await page.getByLabel('Name').count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toMatch(/other|belongs|Quarry/);
    await page.getByRole('button', { name: 'Next scan' }).click();
    await page.getByLabel('Code or id').waitFor();
    await context.close();
  });

  it('leads to a code of another workspace of the same person, by a scan and by a link', async () => {
    await ownedElsewhere(kit, 'elsewhere-2');
    // A person who may read both.
    await enter(kit, await kit.person('viewer'), 'quarry');
    const { page, context } = await kit.open({ role: 'viewer', at: 'ws=The%20scanning&page=Scan&id=elsewhere-2', context: withPlace });
    await page.getByText('This is in “The Quarry”.').waitFor();
    await page.getByRole('button', { name: 'Open it there' }).click();
    await page.getByRole('heading', { name: 'elsewhere-2' }).waitFor();
    expect(await page.evaluate(() => location.hash)).toBe('#ws=The%20Quarry&page=Scan&id=elsewhere-2');
    await page.goto(`${kit.url}/app/#ws=The%20scanning&page=Map&id=elsewhere-2`);
    await page.getByRole('button', { name: 'Open it there' }).click();
    await page.getByRole('complementary').getByRole('heading', { name: 'elsewhere-2' }).waitFor();
    expect(await page.evaluate(() => location.hash)).toContain('#ws=The%20Quarry&page=Map&id=elsewhere-2');
    await context.close();
  });

  it('performs the action of the object or the code, and nothing harmful', async () => {
    const { page, context } = await kit.open({ at: 'page=Scan', context: { serviceWorkers: 'block' } });
    await context.route('**/externalObjects/press-7', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll(STORED_LINK, EVIL_LINK) });
    });
    // Without the stream, the object is read repeatedly, each time with the link.
    await context.route(/\/changes\?.*cursor=(?!latest)/, (route) => route.abort());
    const scan = async (text: string): Promise<void> => {
      await page.getByLabel('Code or id').fill(text);
      await page.keyboard.press('Enter');
    };
    await scan('press-7');
    await page.getByText('state is now “busy”.').waitFor();
    await expect.poll(async () => (await read('press-7')).fields.state?.value).toBe('busy');
    const links = await page
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]));
    expect(links).toEqual([['https://example.org/manual', '_blank', 'noopener noreferrer']]);
    await page.getByText('This link cannot be opened from here.').waitFor();
    await page.getByRole('button', { name: 'Next scan' }).click();
    await scan(`${kit.url}/app/#page=Map&id=press-7&element=round`);
    await page.getByRole('dialog').getByLabel('Oil').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1 of 2 done').waitFor();
    await expect.poll(async () => (await read('press-7')).fields['Morning round']?.value).toMatch(/^1\/2 .*; open: Brakes$/);
    await page.getByRole('button', { name: 'Next scan' }).click();
    await scan(`${kit.url}/app/#page=Map&id=press-7&element=hall`);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/page=Map&at=53\.41,-2\.9,13/);
    await context.close();
  });

  it('changes nothing by a link that somebody else wrote', async () => {
    await kit.post([{ externalId: 'press-7', fieldValues: [{ type: 'String', field: 'state', value: 'idle' }] }]);
    const { page, context } = await kit.open({ at: 'page=Map&id=press-7&element=busy' });
    await page.getByRole('complementary').getByRole('button', { name: 'Set to busy' }).waitFor();
    await page.waitForTimeout(1000);
    expect((await read('press-7')).fields.state!.value).toBe('idle');
    await context.close();
  });

  it('offers a foreign link as an id, and reports texts that cannot be an id', async () => {
    const { page, context } = await kit.open({ at: 'page=Scan' });
    const scan = async (text: string): Promise<void> => {
      await page.getByLabel('Code or id').fill(text);
      await page.keyboard.press('Enter');
    };
    await scan('x'.repeat(300));
    await page.getByText('longer than an object id can be').waitFor();
    await scan('https://shop.example/items/thing-1');
    await page.getByText('This code is a link to another site').waitFor();
    await page.getByRole('button', { name: 'Use “thing-1” as the id' }).click();
    await page.getByRole('heading', { name: 'Thing 1' }).waitFor();
    await context.close();
  });

  it('counts things scanned in a row, keeps the list, and saves it', async () => {
    const { page, context } = await kit.open({ at: 'page=Scan', context: withPlace });
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    for (const id of ['thing-1', '=unheard', 'thing-1']) {
      await page.getByLabel('Code or id').fill(id);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => page.locator('main').textContent()).toContain('2 different, 3 scans');
    await page.reload();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByText('unknown here').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()]);
    const table = readFileSync(await download.path(), 'utf8');
    expect(table).toContain('\r\nthing-1,Thing 1,,2,');
    expect(table).toContain("\r\n'=unheard,,,1,");
    await context.close();
  });

  it('keeps scans without a connection, sends each once in their order, and shows refused ones', async () => {
    await ownedElsewhere(kit, 'elsewhere-2');
    const { page, context } = await kit.open({ at: 'page=Scan', context: withPlace });
    await page.getByRole('button', { name: 'Check in' }).click();
    await page.getByLabel('Code or id').fill('hall-1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Place: Hall 1' }).waitFor();
    await context.route('**/groups/**', (route) => route.abort());
    const things = ['offline-1', 'offline-2', 'elsewhere-2', 'offline-1'];
    for (const id of things) {
      await page.getByLabel('Code or id').fill(id);
      await page.keyboard.press('Enter');
    }
    await page.getByText('4 scans are waiting for a connection.').waitFor();
    await page.reload();
    const other = await context.newPage();
    await other.goto(`${kit.url}/app/#page=Scan`);
    for (const each of [page, other]) await each.getByText('4 scans are waiting for a connection.').waitFor();
    const kept = await page.evaluate(keptScans);
    expect(kept.map(({ id }) => id)).toEqual(things);
    const sent: (string | undefined)[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/externalObjects')) sent.push(request.headers()['idempotency-key']);
    });
    await context.unroute('**/groups/**');
    await Promise.all([page, other].map((each) => each.evaluate(() => void dispatchEvent(new Event('online')))));
    for (const each of [page, other]) await each.getByText('This code can’t be used in this workspace.').waitFor();
    expect(sent).toEqual(kept.map(({ key }) => key));
    expect(new Set(sent).size).toBe(things.length);
    await expect.poll(() => read('offline-1')).toMatchObject({ revision: 2, position: { lat: 53.5, lon: -2.9 } });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Discard' }).click();
    for (const each of [page, other]) await expect.poll(() => each.getByText('Not synced').count()).toBe(0);
    await context.close();
  });

  it('keeps a scan also when it was opened without any network, and sends it by itself later', async () => {
    const { page, context } = await kit.open({ at: 'page=Scan', context: withPlace });
    await page.getByLabel('Code or id').waitFor();
    const kept = (): Promise<boolean> =>
      page.evaluate(async () => (await (await caches.open('waymark-app-1')).keys()).some(({ url }) => url.includes('scan-page')));
    await expect.poll(kept, { timeout: 20_000 }).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Your scans are kept on this device').waitFor();
    await page.getByLabel('Code or id').fill('far-away-1');
    await page.keyboard.press('Enter');
    await page.getByText('You can record its location here.').waitFor();
    await page.getByRole('button', { name: 'Save for later' }).click();
    await page.getByText('The scan is stored on this device and sent').waitFor();
    await context.setOffline(false);
    await page.getByText('Your scans are kept on this device').waitFor({ state: 'detached', timeout: 20_000 });
    await expect
      .poll(() => read('far-away-1'), { timeout: 20_000 })
      .toMatchObject({ revision: 1, position: { lat: HERE.latitude, lon: HERE.longitude } });
    await page.goto(`${kit.url}/app/#page=Settings`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('waymark.person'))).toBeNull();
    await context.close();
  });

  it.each([
    ['L7160', 21],
    ['L7651', 65],
  ] as const)('prints sheets of %s whose every code is read again', { timeout: 240_000 }, async (format, each) => {
    const ids = Array.from({ length: each + 2 }, (_, n) => `label-${format} ${n}`);
    await kit.post(
      ids.map((id, n) => at(id, 53.4, -2.9, { title: n % 2 === 0 ? '' : `A longer name, number ${n} & <co>`, type: `label ${format}` })),
    );
    const { page, context } = await kit.open({ at: 'page=Scan&tab=codes', context: { deviceScaleFactor: 3 } });
    await page.evaluate(() => void (window.print = () => undefined));
    await page.getByLabel('Type').selectOption(`label ${format}`);
    await page.getByText(`${ids.length} of ${ids.length} selected`).waitFor();
    await page.getByRole('combobox', { name: 'Labels', exact: true }).selectOption(format);
    await page.getByLabel('Error correction').selectOption(format === 'L7160' ? 'Q' : 'L');
    await page.getByLabel('Cut marks').check();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save links as CSV' }).click()]);
    expect(
      readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\r\n'),
    ).toHaveLength(ids.length + 1);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expect.poll(() => page.locator('.code-print .code-sheet').count()).toBe(2);
    await page.emulateMedia({ media: 'print' });
    const read: string[] = [];
    for (const sheet of await page.locator('.code-print .code-sheet').all()) read.push(...(await codesIn(await sheet.screenshot())));
    expect(read.sort()).toEqual(ids.map((id) => `${kit.url}/app/#page=Map&id=${encodeURIComponent(id)}`).sort());
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(
      pdf.match(/\/MediaBox \[[^\]]*\]/g)!.map((box) =>
        box
          .match(/[\d.]+/g)!
          .slice(2)
          .map((points) => Math.round((Number(points) / 72) * 25.4)),
      ),
    ).toEqual([
      [210, 297],
      [210, 297],
    ]);
    await page.evaluate(() => void dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('.code-print').count()).toBe(0);
    await context.close();
  });

  it('gives the code of one object as SVG and PNG that are read again', async () => {
    const { page, context } = await kit.open({ at: 'page=Map&id=press-7' });
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Error correction').selectOption('H');
    await dialog.getByLabel('A scan').selectOption('round');
    await dialog.getByLabel(/Include the workspace/).check();
    const link = `${kit.url}/app/#ws=The%20scanning&page=Map&id=press-7&element=round`;
    const [png] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as PNG' }).click()]);
    expect(await codesIn(readFileSync(await png.path()))).toEqual([link]);
    const [svg] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Save as SVG' }).click()]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${kit.url}/app/#page=Scan`);
    await page
      .getByLabel('From a picture')
      .setInputFiles({ name: 'code.svg', mimeType: 'image/svg+xml', buffer: readFileSync(await svg.path()) });
    await page.getByRole('dialog', { name: 'Morning round' }).waitFor();
    await context.close();
  });

  it('has nothing that axe would object to, on a phone as well', async () => {
    for (const [hash, ready] of [
      ['page=Scan&id=press-7', 'Morning round'],
      ['page=Scan&id=unheard-of', 'Create an object with the id'],
      ['page=Scan&tab=codes', 'First page'],
    ] as const) {
      const { page, context } = await kit.open({
        at: hash,
        role: 'editor',
        context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
      });
      await page.getByText(ready).first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.querySelector('main')!.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
      await context.close();
    }
  });
});

interface Read {
  title?: string;
  picture?: string;
  revision: number;
  position: { lat: number; lon: number };
  fields: Record<string, { value: unknown }>;
}

/** Creates an object in a workspace without any of the test's people. */
async function ownedElsewhere(kit: BrowserKit, externalId: string): Promise<void> {
  const email = await kit.person('admin', 'quarry');
  const login = await fetch(`${kit.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: kit.password }),
  });
  const { apiAccessToken } = (await login.json()) as { apiAccessToken: { token: string } };
  await expect
    .poll(
      async () =>
        (
          await fetch(`${kit.url}/groups/quarry/externalObjects`, {
            method: 'POST',
            headers: { authorization: `Bearer ${apiAccessToken.token}`, 'content-type': 'application/json' },
            body: JSON.stringify([at(externalId, 50, 8)]),
          })
        ).status,
      { timeout: 30_000 },
    )
    .toBe(200);
}

/** Makes a person a viewer of another workspace. */
async function enter(kit: BrowserKit, email: string, workspace: string): Promise<void> {
  const login = await fetch(`${kit.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: kit.password }),
  });
  const { person } = (await login.json()) as { person: { id: string } };
  await kit.inside('PUT', `/operator/people/${person.id}/workspaces/${workspace}`, { role: 'viewer' });
}

/** Runs in the page: the stored scans, in order. */
function keptScans(): Promise<{ id: string; key: string }[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('waymark-scans');
    opening.onsuccess = () => {
      const reading = opening.result.transaction('scans').objectStore('scans').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(
          (reading.result as { key: string; update: { externalId: string } }[]).map(({ key, update }) => ({ id: update.externalId, key })),
        );
      };
    };
  });
}

const QUIET = 4;

function pictureOf(text: string): string {
  const { size, data } = encode(text, { border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : []))).join('');
  const whole = size + 2 * QUIET;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole * 8}" height="${whole * 8}" viewBox="0 0 ` +
    `${whole} ${whole}"><path d="${dark}"/></svg>`
  );
}

/** A video of a code for the fake camera: grey frames (YUV4MPEG2). */
function filmOf(text: string): Buffer {
  const [width, height] = [640, 480];
  const { size, data } = encode(text, { border: 0, ecc: 'M' });
  const dots = Math.floor((height * 0.7) / size);
  const [left, top] = [Math.floor((width - size * dots) / 2), Math.floor((height - size * dots) / 2)];
  const luma = Buffer.alloc(width * height, 220);
  for (let y = 0; y < size * dots; y++)
    for (let x = 0; x < size * dots; x++) if (data[Math.floor(y / dots)]![Math.floor(x / dots)]) luma[(top + y) * width + left + x] = 30;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((width * height) / 2, 128)]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...Array.from({ length: 5 }, () => frame)]);
}
