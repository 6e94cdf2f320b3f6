import { expect, it } from 'vitest';
import type { AdministrationWorld } from './world.js';

/** Limits of the plan, and their usage. @param world started before these tests */
export function limitsAreShown(world: AdministrationWorld): void {
  it('shows each limit of the plan as one bar next to the chart of the month, and works out whether a fleet would fit', async () => {
    await world.kit.inside('PUT', '/operator/plans/berth', { callsPerMonth: 10_000, callsPerSecond: 500, elementsPerSecond: 5000 });
    await world.kit.inside('PATCH', `/operator/workspaces/${world.kit.workspace}`, { plan: 'berth' });
    await expect
      .poll(
        async () => ((await world.kit.call('GET', world.group('usage'))).json as { plan: string; standing: unknown[] }).standing.length,
        { timeout: 20_000 },
      )
      .toBe(3);
    const page = await world.opened('usage');
    await page.getByText(/^Plan berth/).waitFor();
    const bars = page.getByRole('meter');
    await expect
      .poll(() => bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label'))))
      .toEqual(['Calls', 'Calls per second', 'Elements per second']);
    expect(await bars.first().getAttribute('aria-valuetext')).toMatch(/^[\d,]+ of 10,000 \(\d+ %\)$/);
    await page.getByText('All limits of the plan').click();
    await page.getByText('unlimited').first().waitFor();
    await page.getByRole('img', { name: /Calls per day/ }).waitFor();
    await page.getByRole('table', { name: 'By month' }).waitFor();
    await page.getByLabel('Objects', { exact: true }).fill('-1');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await expect.poll(() => page.getByLabel('Objects', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Objects', { exact: true }).fill('500');
    await page.getByRole('button', { name: 'Calculate' }).click();
    await page
      .getByText(/fits? into plan/)
      .or(page.getByText(/does not fit/))
      .first()
      .waitFor();
    await page.getByLabel('Month', { exact: true }).selectOption({ index: 1 });
    await page.getByText('No usage.').filter({ visible: true }).first().waitFor();
    await world.kit.inside('PATCH', `/operator/workspaces/${world.kit.workspace}`, { plan: 'unlimited' });
    await page.context().close();
  });
}
