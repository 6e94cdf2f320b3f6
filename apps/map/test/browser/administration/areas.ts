import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { at } from '../browser-kit.js';
import type { AdministrationWorld } from './world.js';

/** The map for drawing, once it accepts clicks. */
async function drawable(page: Page): Promise<Locator> {
  await page.locator('.area-map [aria-busy="false"] canvas.maplibregl-canvas').waitFor();
  return page.locator('.area-map');
}

/** Areas created by clicks, by typing, and from a file. @param world started before these tests */
export function areasAreDrawn(world: AdministrationWorld): void {
  it('draws an area by clicks, refuses one that crosses itself, reports a conflict, and shows who is inside', async () => {
    const page = await world.opened('areas', { drawsMaps: true });
    await page.getByRole('button', { name: 'Draw area' }).click();
    const map = await drawable(page);
    await page.getByLabel('Name', { exact: true }).fill('Yard');
    for (const [x, y] of [
      [120, 120],
      [330, 120],
      [330, 330],
      [120, 330],
    ] as const)
      await map.click({ position: { x, y } });
    const corners = page.getByLabel('Corners');
    await expect.poll(async () => (await corners.inputValue()).split('\n').length).toBe(4);
    await map.getByRole('button', { name: 'Close' }).click();
    const box = (await map.boundingBox())!;
    const before = await corners.inputValue();
    await page.mouse.move(box.x + 120, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => corners.inputValue()).not.toBe(before);
    await corners.fill('53.3, -3.1\n53.5, -2.9\n53.3, -2.9\n53.6, -3.1');
    await corners.blur();
    await page.getByText('The outline crosses or touches itself: move a corner.').waitFor();
    await corners.fill('53.3, -3.1\n53.3, -2.9\n53.5, -2.9\n53.5, -3.1');
    await corners.blur();
    // When the message disappears, the button moves up.
    await page.getByText('The outline crosses or touches itself: move a corner.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Yard was saved.').waitFor();
    await world.kit.post([at('crane-4', 53.41, -2.98), at('crane-in-yard', 53.41, -2.97, { title: 'Tall crane' })]);
    // A second report from inside confirms a visit at once; with only one, the visit begins 30 s later.
    await world.kit.post([at('crane-4', 53.41, -2.98), at('crane-in-yard', 53.41, -2.97)]);
    await page.getByRole('button', { name: 'Edit: Yard' }).click();
    await page.getByLabel('Category', { exact: true }).fill('depot');
    const [area] = (
      (await world.kit.call('GET', `/groups/${world.kit.workspace}/areas`)).json as {
        areas: { areaId: string; name: string; geometry: object }[];
      }
    ).areas;
    await world.kit.call('PUT', `/groups/${world.kit.workspace}/areas/${area!.areaId}`, { name: 'Yard two', geometry: area!.geometry });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Someone changed this area/).waitFor();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByRole('rowheader', { name: 'Yard', exact: true }).waitFor();
    // The dialog shows what had been evaluated when it was opened.
    const visits = async (): Promise<number> =>
      ((await world.kit.call('GET', `/groups/${world.kit.workspace}/areas/${area!.areaId}/visits`)).json as { visits: unknown[] }).visits
        .length;
    await expect.poll(visits, { timeout: 60_000 }).toBeGreaterThan(1);
    // After a change of the outline, an object inside enters at the time of the change.
    const put = await world.kit.call('PUT', `/groups/${world.kit.workspace}/areas/${area!.areaId}`, {
      name: 'Yard',
      category: 'depot',
      geometry: { type: 'Circle', center: [-2.98, 53.41], radius: 5000 },
    });
    const { outlineUpdatedAt } = put.json as { outlineUpdatedAt: string };
    const inside = async (): Promise<number> =>
      (
        (await world.kit.call('GET', `/groups/${world.kit.workspace}/areas/${area!.areaId}/visits`)).json as {
          visits: { startedAt: string; endedAt: string | null }[];
        }
      ).visits.filter((visit) => visit.endedAt === null && visit.startedAt === outlineUpdatedAt).length;
    await expect.poll(inside, { timeout: 60_000 }).toBe(2);
    await page.reload();
    await page.getByRole('row', { name: /^Yard depot – 2 / }).waitFor();
    await page.getByRole('button', { name: 'Visits: Yard' }).click();
    await page
      .getByRole('dialog')
      .getByText(/inside now/)
      .waitFor();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /^Tall crane .*\(since the area was drawn\) inside/ })
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Remove: Yard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Yard was removed.').waitFor();
    await page.context().close();
  });

  it('draws a circle by two clicks, takes a corner back, and changes its radius by typing', async () => {
    const page = await world.opened('areas', { drawsMaps: true });
    await page.getByRole('button', { name: 'Draw area' }).click();
    const map = await drawable(page);
    await map.click({ position: { x: 200, y: 200 } });
    await map.click({ position: { x: 260, y: 200 } });
    const corners = page.getByLabel('Corners');
    await expect.poll(async () => (await corners.inputValue()).split('\n').length).toBe(2);
    await map.getByRole('button', { name: 'Undo corner' }).click();
    await expect.poll(async () => (await corners.inputValue()).split('\n').length).toBe(1);
    await map.getByRole('button', { name: 'Circle' }).click();
    await page.getByText('Click the centre.').waitFor();
    await map.click({ position: { x: 220, y: 220 } });
    await page.getByText('Click where the edge should be.').waitFor();
    await map.click({ position: { x: 300, y: 220 } });
    await expect.poll(async () => Number(await page.getByLabel(/^Radius/).inputValue())).toBeGreaterThan(1);
    await page.getByLabel(/^Radius/).fill('120');
    await page.getByLabel(/^Radius/).blur();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Name', { exact: true }).fill('Turning basin');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Turning basin was saved.').waitFor();
    await page.getByRole('row', { name: /Turning basin.*circle/ }).waitFor();
    const { areas } = (await world.kit.call('GET', world.group('areas'))).json as {
      areas: { name: string; areaId: string; geometry: { type: string; radius: number } }[];
    };
    const made = areas.find(({ name }) => name === 'Turning basin')!;
    expect(made.geometry).toMatchObject({ type: 'Circle', radius: 120 });
    await world.kit.call('DELETE', world.group(`areas/${made.areaId}`));
    await page.context().close();
  });

  it('imports a file with a preview of its faults, and exports it', async () => {
    const page = await world.opened('areas');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const feature = (name: string | undefined) => ({
      type: 'Feature',
      properties: { name, radius: 50 },
      geometry: { type: 'Point', coordinates: [-2.9, 53.4] },
    });
    const file = (...names: (string | undefined)[]) => ({
      name: 'areas.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: names.map(feature) })),
    });
    await dialog.getByLabel('GeoJSON file').setInputFiles(file('Gate', undefined));
    await dialog.getByText('The name is missing.').waitFor();
    await dialog.getByLabel('GeoJSON file').setInputFiles(file('Gate'));
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await page.getByText('1 areas were imported.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('"radius":50');
    await page.context().close();
  });
}
