import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TABS = ['General', 'Areas', 'Fields', 'Tokens', 'People', 'Webhooks', 'Usage', 'Access log'];

/** What axe finds in the page as it is. The policy forbids script tags, not what the debugger evaluates. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}

describe.skipIf(!hasChromium)('administration in a browser (skipped where there is no Chromium)', { timeout: 60_000 }, () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await startBrowserKit('administration app', { size: { webhooks: 1, reports: 1, areas: 1 } });
    await kit.post([at('crane-1', 53.41, -2.99, { title: 'Crane 1', type: 'crane', fieldValues: [{ type: 'Number', field: 'battery', value: 42 }] })]);
  });
  afterAll(() => kit?.close());

  const opened = async (tab: string): Promise<Page> => {
    const { page } = await kit.open({ at: `page=Settings&tab=${tab}` });
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
    return page;
  };

  it('defines a field as it was seen, changes it, says what is wrong at its field, and removes it', async () => {
    const page = await opened('fields');
    await expect.poll(async () => (await kit.call('GET', `/groups/${kit.workspace}/fields/review`)).json, { timeout: 15_000 }).toMatchObject({ fields: [{ name: 'battery' }] });
    await page.reload();
    await page.getByRole('button', { name: 'Define as seen: battery' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Unit').fill('%');
    await dialog.getByLabel('Least value').fill('10');
    await dialog.getByLabel('Greatest value').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('max must not be less than min').waitFor();
    expect(await dialog.getByLabel('Greatest value').getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByLabel('Unit').inputValue()).toBe('%');
    await dialog.getByLabel('Greatest value').fill('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('battery is defined.').waitFor();
    await page.getByRole('button', { name: 'Change: battery' }).first().click();
    expect(await dialog.getByLabel('Greatest value').inputValue()).toBe('100');
    await dialog.getByLabel('Label').fill('Charge');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Charge/ }).waitFor();
    await page.getByRole('button', { name: 'Remove: battery' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The definition of battery is removed.').waitFor();
    await page.context().close();
  });

  it('makes a token that works, shows it once, and revokes it', async () => {
    const page = await opened('tokens');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make a token' }).click();
    await expect.poll(() => dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Name', { exact: true }).fill('gate reader');
    await dialog.getByText('Narrow it').click();
    await dialog.getByLabel('Types').fill('crane');
    await dialog.getByRole('button', { name: 'Make a token' }).click();
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
    expect(await dialog.getByLabel('Try it in a shell').inputValue()).toContain(`Bearer ${token}`);
    const read = (): Promise<number> => fetch(`${kit.url}/groups/${kit.workspace}/externalObjects`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
    expect(await read()).toBe(200);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('Types: crane').waitFor();
    await page.getByRole('button', { name: 'Revoke: gate reader' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('gate reader is revoked.').waitFor();
    await expect.poll(read, { timeout: 20_000 }).toBe(401);
    await page.context().close();
  });

  it('adds a person, changes the role, and removes the person; warns of the last admin', async () => {
    const page = await opened('people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('nobody');
    await dialog.getByLabel('Name', { exact: true }).fill('Ada');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await expect.poll(() => dialog.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('E-mail address').fill('ada@harbour.example');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await page.getByText('ada@harbour.example may enter the workspace.').waitFor();
    await page.getByLabel('Role of Ada').selectOption('editor');
    await dialog.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('Ada is Editor now.').waitFor();
    await page.getByRole('button', { name: 'Remove: Ada' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Ada is removed.').waitFor();
    await page.getByLabel('Role of Admin of harbour').selectOption('viewer');
    await dialog.getByText(/last admin/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.context().close();
  });

  it('makes a webhook, tests it, shows what became of it, sends again, replaces its secret, and removes it', async () => {
    const page = await opened('webhooks');
    await page.getByRole('button', { name: 'Make a webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('nonsense');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Address').fill('https://hooks.example.invalid/waymark');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText(/The test did not arrive/).waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await dialog.getByText('(test)').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Say since when.').waitFor();
    await dialog.getByLabel('From').selectOption('earliest');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is being sent again.').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByRole('button', { name: 'New secret' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Switched on').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There is no webhook yet.').waitFor();
    await page.context().close();
  });

  it('shows usage and works out whether a fleet would fit', async () => {
    const page = await opened('usage');
    await page.getByRole('img', { name: /Calls of each day/ }).waitFor();
    await page.getByRole('table', { name: 'Month by month' }).waitFor();
    await page.getByLabel('Objects', { exact: true }).fill('-1');
    await page.getByRole('button', { name: 'Work it out' }).click();
    await expect.poll(() => page.getByLabel('Objects', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Objects', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Work it out' }).click();
    await page.getByText(/fits? into plan/).or(page.getByText(/does not fit/)).first().waitFor();
    await page.context().close();
  });

  it('draws an area by clicks, refuses one that crosses itself, tells of a conflict, and shows who is inside', async () => {
    const page = await opened('areas');
    await page.getByRole('button', { name: 'Draw an area' }).click();
    await page.locator('canvas.maplibregl-canvas').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Yard');
    const map = page.locator('.area-map');
    await page.waitForTimeout(3000);
    for (const [x, y] of [[120, 120], [330, 120], [330, 330], [120, 330]] as const) await map.click({ position: { x, y } });
    const corners = page.getByLabel('Corners');
    await expect.poll(async () => (await corners.inputValue()).split('\n').length).toBe(4);
    await map.getByRole('button', { name: 'Close' }).click();
    const box = (await map.boundingBox())!;
    const before = await corners.inputValue();
    await page.mouse.move(box.x + 120, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 100, { steps: 4 });
    await page.mouse.up();
    expect(await corners.inputValue()).not.toBe(before);
    await corners.fill('53.3, -3.1\n53.5, -2.9\n53.3, -2.9\n53.6, -3.1');
    await corners.blur();
    await page.getByText('The outline crosses or touches itself: move a corner.').waitFor();
    await corners.fill('53.3, -3.1\n53.3, -2.9\n53.5, -2.9\n53.5, -3.1');
    await corners.blur();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Yard is saved.').waitFor();
    await kit.post([at('crane-1', 53.41, -2.98)]);
    await page.getByRole('button', { name: 'Change: Yard' }).click();
    await page.getByLabel('Category', { exact: true }).fill('depot');
    const [area] = ((await kit.call('GET', `/groups/${kit.workspace}/areas`)).json as { areas: { areaId: string; name: string; geometry: object }[] }).areas;
    await kit.call('PUT', `/groups/${kit.workspace}/areas/${area!.areaId}`, { name: 'Yard two', geometry: area!.geometry });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Somebody changed this area/).waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('rowheader', { name: 'Yard', exact: true }).waitFor();
    // The dialog shows what had been judged when it was opened.
    const visits = async (): Promise<number> => ((await kit.call('GET', `/groups/${kit.workspace}/areas/${area!.areaId}/visits`)).json as { visits: unknown[] }).visits.length;
    await expect.poll(visits, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Visits: Yard' }).click();
    await page.getByRole('dialog').getByText(/inside now/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Remove: Yard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Yard is removed.').waitFor();
    await page.context().close();
  });

  it('imports a file with a preview of what is wrong, and exports it', async () => {
    const page = await opened('areas');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const feature = (name: string | undefined) => ({ type: 'Feature', properties: { name, radius: 50 }, geometry: { type: 'Point', coordinates: [-2.9, 53.4] } });
    const file = (...names: (string | undefined)[]) => ({ name: 'areas.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: names.map(feature) })) });
    await dialog.getByLabel('GeoJSON file').setInputFiles(file('Gate', undefined));
    await dialog.getByText('It has no name.').waitFor();
    await dialog.getByLabel('GeoJSON file').setInputFiles(file('Gate'));
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await page.getByText('1 areas are imported.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('"radius":50');
    await page.context().close();
  });

  it('shows who called what', async () => {
    const page = await opened('audit');
    await expect
      .poll(async () => {
        await page.getByLabel('Summed by').selectOption('hour');
        await page.getByLabel('Summed by').selectOption('day');
        return page.getByText('updateObjects').count();
      }, { timeout: 20_000, interval: 1000 })
      .toBeGreaterThan(0);
    await page.getByLabel('Caller or operation').fill('no such thing');
    await page.getByText('Nothing was called.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'As CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('caller');
    await page.context().close();
  });

  it('shows a viewer none of it, and an editor the areas alone', async () => {
    const viewer = await kit.open({ role: 'viewer', at: 'page=Settings&tab=tokens' });
    await viewer.page.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(await viewer.page.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
    await viewer.context.close();
    const editor = await kit.open({ role: 'editor', at: 'page=Settings' });
    await editor.page.getByRole('navigation', { name: 'Settings' }).waitFor();
    expect(await editor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()).toEqual(['General', 'Areas']);
    await editor.context.close();
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds on any page (%s)', async (colorScheme) => {
    const { page, faults } = await kit.open({ at: 'page=Settings', context: { colorScheme } });
    const found: Record<string, string[]> = {};
    for (const tab of TABS) {
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab, exact: true }).click();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      const wrong = await violations(page);
      if (wrong.length > 0) found[tab] = wrong;
    }
    expect(found).toEqual({});
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leads a new operator from the one-time password to a map', async () => {
    const answer = await fetch(`${kit.stack.directories[0]!.url}/internal/first-operator`, { method: 'POST', headers: { 'x-waymark-internal': kit.space.installation.secrets.internalToken, 'content-type': 'application/json' }, body: JSON.stringify({ email: 'op@harbour.example' }) });
    const { password } = (await answer.json()) as { password: string };
    const { page, context } = await kit.open({ signIn: false });
    await page.getByLabel('E-mail address').fill('op@harbour.example');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Present password').fill(password);
    await page.getByLabel('New password').fill(kit.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Enter a workspace, or create one.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Id', { exact: true }).fill('no good');
    await page.getByRole('button', { name: 'Create and enter' }).click();
    await expect.poll(() => page.getByLabel('Id', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Id', { exact: true }).fill('quay');
    await page.getByRole('button', { name: 'Create and enter' }).click();
    await page.getByRole('navigation', { name: 'Waymark' }).waitFor();
    await context.close();
  });
});
