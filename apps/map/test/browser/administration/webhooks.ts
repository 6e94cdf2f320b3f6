import { expect, it } from 'vitest';
import { at } from '../browser-kit.js';
import type { AdministrationWorld } from './world.js';

/** Webhooks to an address without a server, and to a real receiver. @param world started before these tests */
export function webhooksAreSent(world: AdministrationWorld): void {
  it('makes a webhook, tests it, shows the result, sends again, replaces its secret, and removes it', async () => {
    const page = await world.opened('webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('nonsense');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByLabel('URL').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('URL').fill('https://hooks.example.invalid/waymark');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText(/The test did not arrive/).waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await dialog.getByText('(test)').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('Choose a time.').waitFor();
    await dialog.getByLabel('From').selectOption('earliest');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Changes are being sent again.').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog.getByRole('button', { name: 'New secret' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog.getByLabel('Enabled').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.context().close();
  });

  it('sends a webhook only what it asks for, says that its receiver wants nothing any more, and continues when it is resumed', async () => {
    let gone = true;
    world.receiver.behave('/cranes', (_n, response) => {
      if (!gone) return 'take';
      response.writeHead(410).end();
      return 'answered';
    });
    const page = await world.opened('webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill(`${world.receiver.url}/cranes`);
    await dialog.getByText('Filter changes').click();
    await dialog.getByLabel('Types', { exact: true }).fill('crane');
    await dialog.getByLabel('Rectangle').fill('1, 2, 3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByLabel('Rectangle').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Rectangle').fill('-4, 53, -2, 54');
    await dialog.getByLabel('updated').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    world.receiver.knows('/cranes', await dialog.getByLabel('Secret').inputValue());
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    for (const filter of ['Types: crane', 'Types of change: updated', 'Rectangle: -4, 53, -2, 54']) await page.getByText(filter).waitFor();
    await world.kit.post([at('crane-4', 53.42, -2.99), at('truck-9', 53.42, -2.99, { type: 'truck' })]);
    await expect.poll(() => world.receiver.calls.get('/cranes') ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect
      .poll(
        async () => (
          await page.reload(),
          // The heading is there before the list, which counts as empty until it is.
          await page.getByText('Types: crane').waitFor(),
          page.getByText(/^Paused since/).count()
        ),
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(1);
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await dialog.getByRole('row', { name: /gone.*410/ }).waitFor();
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    gone = false;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Deliveries resume where they stopped.').waitFor();
    await expect.poll(() => world.receiver.changesOf('/cranes').length, { timeout: 20_000 }).toBe(1);
    expect(world.receiver.changesOf('/cranes')[0]).toMatch(/^crane-4@/);
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText(/The test arrived: 20\d/).waitFor({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.context().close();
  });
}
