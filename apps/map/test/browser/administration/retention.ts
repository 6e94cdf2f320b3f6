import { expect, it } from 'vitest';
import type { AdministrationWorld } from './world.js';

/** Retention rules, legal holds, and the audit of changes. @param world started before these tests */
export function dataIsKept(world: AdministrationWorld): void {
  it('shows what would be deleted before less is kept, and the faulty rule', async () => {
    const page = await world.opened('retention');
    const rules = async (): Promise<unknown> => (await world.kit.call('GET', world.group('retention'))).json;
    await page.getByLabel('Days of history').first().fill('30');
    await page.getByRole('button', { name: 'Add type' }).click();
    await page.getByLabel('Type', { exact: true }).fill('crane');
    await page.getByLabel('Erase inactive objects after (days)').nth(1).fill('400');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'This deletes data' });
    await dialog.getByText('History older than 30 days is deleted within about a week.').waitFor();
    await dialog.getByText('Objects of type crane without a change for 400 days are erased with all their data.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await rules()).toMatchObject({ types: [] });
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Shorten' }).click();
    await page.getByText('The rules were saved.').waitFor();
    expect(await rules()).toMatchObject({ historyDays: 30, types: [{ type: 'crane', eraseAfterDays: 400 }] });
    // Keeping data for longer deletes nothing, so there is no confirmation.
    await page.getByLabel('Days of history').first().fill('60');
    await page.getByRole('button', { name: 'Remove the rule for crane' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(rules).toMatchObject({ historyDays: 60, types: [] });
    await page.getByRole('button', { name: 'Add type' }).click();
    await page.getByLabel('Days of history').nth(1).fill('-1');
    await page.getByLabel('Type', { exact: true }).fill('truck');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Shorten' }).click();
    await expect.poll(() => page.getByLabel('Days of history').nth(1).getAttribute('aria-invalid')).toBe('true');
    await page.context().close();
  });

  it('holds the workspace and an object with a reason, shows it on the object, and releases them', async () => {
    const page = await world.opened('retention');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Hold entire workspace' }).click();
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByLabel('Reason').fill('case 18');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByText('Placed by Admin of administration.').waitFor();
    await expect
      .poll(async () => (await world.kit.call('GET', world.group('holds?id=none'))).json)
      .toMatchObject({ ofWorkspace: { reason: 'case 18' } });
    expect((await world.kit.call('DELETE', world.group('externalObjects/crane-4'))).status).toBe(409);
    await page.getByRole('button', { name: 'Hold object' }).click();
    await dialog.getByLabel('Object id').fill('nothing-like-it');
    await dialog.getByLabel('Reason').fill('case 17');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Object id').fill('crane-4');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByRole('row', { name: /crane-4.*case 17.*Admin of administration/ }).waitFor();
    await page.reload();
    await page.getByText(/The entire workspace has been under a legal hold since/).waitFor();
    await page.getByRole('link', { name: 'crane-4' }).click();
    const panel = page.getByRole('complementary', { name: 'Object' });
    await panel.getByText(/^The entire workspace has been under a legal hold since/).waitFor();
    await panel.getByText(/^Under a legal hold since/).waitFor();
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Release' }).click();
    await dialog.getByRole('button', { name: 'Release' }).click();
    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Put under legal hold' }).click();
    await dialog.getByLabel('Reason').fill('case 19');
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click();
    await panel.getByText('case 19').waitFor();
    const editor = await world.kit.open({ role: 'editor', at: 'page=Map&id=crane-4' });
    await editor.page.getByRole('complementary', { name: 'Object' }).getByText('Last report').waitFor();
    expect(await editor.page.getByText(/legal hold/).count()).toBe(0);
    await editor.context.close();
    await page.goto(`${world.kit.url}/app/#page=Settings&tab=retention`);
    await page.getByRole('button', { name: 'Release: crane-4' }).click();
    await dialog.getByRole('button', { name: 'Release' }).click();
    await page.getByText('No individual objects are under a legal hold.').waitFor();
    await page.getByRole('button', { name: 'Release workspace' }).click();
    await dialog.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'Hold entire workspace' }).waitFor();
    expect((await world.kit.call('GET', world.group('hold'))).status).toBe(404);
    await world.kit.inside('PUT', `/operator/workspaces/${world.kit.workspace}/hold`, { reason: 'by order' });
    await page.reload();
    await page.getByText('Placed by an operator; only an operator can release it.').waitFor();
    expect(await page.getByRole('button', { name: 'Release workspace' }).count()).toBe(0);
    await world.kit.inside('DELETE', `/operator/workspaces/${world.kit.workspace}/hold`);
    await page.context().close();
  });

  it('shows who changed what, by kind and by actor', async () => {
    const { id } = (await world.kit.call('POST', world.group('tokens'), { name: 'for the trail', scopes: ['objects:read'] })).json as {
      id: string;
    };
    await world.kit.call('DELETE', world.group(`tokens/${id}`));
    const page = await world.opened('audit');
    const table = page.getByRole('table', { name: 'Changes' });
    await table.getByRole('row', { name: /Admin of administration revoked the token for the trail/ }).waitFor();
    await table.getByRole('row', { name: /the operator of the installation created the workspace/ }).waitFor();
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Tokens' });
    await expect.poll(() => table.getByRole('row', { name: /created the workspace/ }).count()).toBe(0);
    await table.getByRole('row', { name: /created the token for the trail permissions: objects:read/ }).waitFor();
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'for the trail' });
    await page.getByText('No changes.').waitFor();
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Admin of administration' });
    await table.getByRole('row', { name: /revoked the token for the trail/ }).waitFor();
    await page.context().close();
  });
}
