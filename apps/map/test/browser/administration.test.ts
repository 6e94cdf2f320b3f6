import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areasAreDrawn } from './administration/areas.js';
import { dataIsKept } from './administration/retention.js';
import { limitsAreShown } from './administration/usage.js';
import { webhooksAreSent } from './administration/webhooks.js';
import { AdministrationWorld } from './administration/world.js';
import { accessibilityFaults } from './axe.js';
import { hasChromium } from './browser-kit.js';

const TABS = ['General', 'Areas', 'Fields', 'Tokens', 'People', 'Webhooks', 'Usage', 'Retention', 'Audit trail'];

describe.skipIf(!hasChromium)('administration in a browser (skipped where there is no Chromium)', { timeout: 240_000 }, () => {
  const world = new AdministrationWorld();
  beforeAll(() => world.start());
  afterAll(() => world.close());

  it('defines a field as it was seen, changes it, shows a fault at its field, and removes it', async () => {
    const page = await world.opened('fields');
    await expect
      .poll(async () => (await world.kit.call('GET', `/groups/${world.kit.workspace}/fields/review`)).json, { timeout: 30_000 })
      .toMatchObject({ fields: [{ name: 'battery' }] });
    await page.reload();
    await page.getByRole('button', { name: 'Accept definition: battery' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Unit').fill('%');
    await dialog.getByLabel('Minimum').fill('10');
    await dialog.getByLabel('Maximum').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('max must not be less than min').waitFor();
    expect(await dialog.getByLabel('Maximum').getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.getByLabel('Unit').inputValue()).toBe('%');
    await dialog.getByLabel('Maximum').fill('100');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('battery was saved.').waitFor();
    await page.getByRole('button', { name: 'Edit: battery' }).first().click();
    expect(await dialog.getByLabel('Maximum').inputValue()).toBe('100');
    await dialog.getByLabel('Label').fill('Charge');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: /Charge/ }).waitFor();
    await page.getByRole('button', { name: 'Remove: battery' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The definition of battery was removed.').waitFor();
    await page.context().close();
  });

  it('makes a token that works, shows it once, and revokes it', async () => {
    const page = await world.opened('tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect.poll(() => dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Name', { exact: true }).fill('gate reader');
    await dialog.getByText('Limit access').click();
    await dialog.getByLabel('Types').fill('crane');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const token = await dialog.getByLabel('Token', { exact: true }).inputValue();
    expect(await dialog.getByLabel('Try it in a shell').inputValue()).toContain(`Bearer ${token}`);
    const read = (): Promise<number> =>
      fetch(`${world.kit.url}/groups/${world.kit.workspace}/externalObjects`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    await expect.poll(read).toBe(200);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Types: crane').waitFor();
    await page.getByRole('button', { name: 'Revoke: gate reader' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('gate reader was revoked.').waitFor();
    await expect.poll(read, { timeout: 20_000 }).toBe(401);
    await page.context().close();
  });

  it('adds a person, changes the role, and removes the person; keeps the last admin', async () => {
    const page = await world.opened('people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail address').fill('nobody');
    await dialog.getByLabel('Name', { exact: true }).fill('Ada');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await expect.poll(() => dialog.getByLabel('E-mail address').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('E-mail address').fill('ada@administration.example');
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    await page.getByText('ada@administration.example now has access to the workspace.').waitFor();
    await page.getByLabel('Role of Ada').selectOption('editor');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByText('Ada is now Editor.').waitFor();
    await page.getByRole('button', { name: 'Remove: Ada' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Ada was removed.').waitFor();
    await page.getByLabel('Role of Admin of administration').selectOption('viewer');
    await dialog.getByText('Admin of administration is the last admin. Make someone else an admin first.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Change role' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.context().close();
  });

  webhooksAreSent(world);
  limitsAreShown(world);
  areasAreDrawn(world);
  dataIsKept(world);

  it('shows callers and calls', async () => {
    const page = await world.opened('audit');
    await expect
      .poll(
        async () => {
          await page.getByLabel('Group by').selectOption('hour');
          await page.getByLabel('Group by').selectOption('day');
          return page.getByText('updateObjects').count();
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBeGreaterThan(0);
    await page.getByLabel('Caller or operation').fill('no such thing');
    await page.getByText('No calls.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'As CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('caller');
    await page.context().close();
  });

  it('shows a viewer none of it, and an editor only the areas', async () => {
    const viewer = await world.kit.open({ role: 'viewer', at: 'page=Settings&tab=tokens' });
    await viewer.page.getByRole('heading', { name: 'Appearance' }).waitFor();
    expect(await viewer.page.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
    await viewer.context.close();
    const editor = await world.kit.open({ role: 'editor', at: 'page=Settings' });
    await editor.page.getByRole('navigation', { name: 'Settings' }).waitFor();
    expect(await editor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()).toEqual([
      'General',
      'Areas',
    ]);
    await editor.context.close();
  });

  it.each(['light', 'dark'] as const)('has nothing that axe finds on any page (%s)', async (colorScheme) => {
    const { page, faults } = await world.kit.open({ at: 'page=Settings', context: { colorScheme } });
    const found: Record<string, string[]> = {};
    for (const tab of TABS) {
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: tab, exact: true }).click();
      await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
      const wrong = await accessibilityFaults(page);
      if (wrong.length > 0) found[tab] = wrong;
    }
    expect(found).toEqual({});
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leads a new operator from the one-time password to a map', async () => {
    const { password } = await world.kit.inside('POST', '/internal/first-operator', { email: 'op@administration.example' });
    const { page, context } = await world.kit.open({ signIn: false });
    await page.getByRole('button', { name: 'Use an access token instead' }).click();
    await page.getByLabel('Access token').fill('nonsense');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('This is not an access token.').waitFor();
    await page.getByRole('button', { name: 'Use e-mail and password instead' }).click();
    await page.getByRole('button', { name: 'I have an invite link or one-time code' }).click();
    await page.getByLabel('Invite link or one-time code').fill('a'.repeat(43));
    await page.getByText('At least 12 characters.').waitFor();
    await page.getByLabel('New password').fill('too short');
    await page.getByText('3 more characters').waitFor();
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await expect.poll(() => page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('New password').fill(world.kit.password);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    expect(await page.getByLabel('New password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByText('An operator can create a new one.').waitFor();
    // A one-time password typed on the page for codes is carried over to the sign-in.
    await page.getByLabel('Invite link or one-time code').fill(String(password));
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByText('This is not an invite link.').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(password);
    await page.getByLabel('E-mail address').fill('op@administration.example');
    await page.getByLabel('Password', { exact: true }).fill('another one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(String(password));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
    await page.getByLabel('New password').fill(world.kit.password);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByText('Open a workspace, or create one.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Id', { exact: true }).fill('no good');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await expect.poll(() => page.getByLabel('Id', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Id', { exact: true }).fill('quay');
    await page.getByRole('button', { name: 'Create and open' }).click();
    await page.getByRole('navigation', { name: 'Waymark' }).waitFor();
    // Back to all workspaces, which the menu offers to operators.
    await page.getByRole('button', { name: 'Workspace: quay' }).click();
    await page.getByRole('button', { name: 'All workspaces' }).click();
    await page.getByRole('button', { name: 'Open as admin: The administration' }).click();
    await page.getByRole('button', { name: 'Workspace: The administration' }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'quay', exact: true }).click();
    await page.getByRole('button', { name: 'Workspace: quay' }).waitFor();
    await page.goto(`${world.kit.url}/app/#page=Settings`);
    await page.getByText('Change password').first().click();
    await page.getByLabel('Current password').fill('not the one');
    await page.getByLabel('New password').fill('another walk by the harbour');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Current password').fill(world.kit.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await context.close();
  });

  it('lets somebody in by an invite link, once', async () => {
    const { id } = await world.kit.inside('POST', '/operator/people', { email: 'invited@administration.example', name: 'Invited' });
    await world.kit.inside('PUT', `/operator/people/${String(id)}/workspaces/${world.kit.workspace}`, { role: 'viewer' });
    const { secret } = await world.kit.inside('POST', `/operator/people/${String(id)}/password-link`);
    const at = `invite=${String(secret)}&for=invited@administration.example`;
    const { page, context } = await world.kit.open({ signIn: false, at });
    await page.getByText('Choose a password for invited@administration.example.').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('New password').fill(world.kit.password);
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByRole('button', { name: 'Workspace: The administration' }).waitFor();
    expect(await page.evaluate(() => location.hash)).not.toContain('invite');
    await page.goto(`${world.kit.url}/app/#${at}`);
    await page.getByLabel('New password').fill('another walk by the harbour');
    await page.getByRole('button', { name: 'Set password and continue' }).click();
    await page.getByText('An operator can create a new one.').waitFor();
    await context.close();
  });
});
