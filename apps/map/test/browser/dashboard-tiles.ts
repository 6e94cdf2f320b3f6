import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserKit } from './browser-kit.js';

export interface NewTile {
  kind: string;
  title: string;
  query?: object;
}

/** A tile of the open dashboard. */
export const tileOf = (page: Page, title: string): Locator =>
  page.locator('.dashboard-tile').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The lines of a tile's CSV file. */
export const csvOf = async (page: Page, title: string): Promise<string[]> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `${title} as CSV` }).click()]);
  return (await readFile((await file.path())!, 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
};

/** Creates a dashboard in the kit's workspace, with three tiles per row. @returns its id */
export const dashboardOf = async ({ call, workspace }: BrowserKit, name: string, tiles: readonly NewTile[]): Promise<string> => {
  const placed = tiles.map((tile, at) => ({
    id: `tile-${at}`,
    x: (at % 3) * 4,
    y: Math.floor(at / 3) * 4,
    w: 4,
    h: 4,
    query: {},
    ...tile,
  }));
  const { status, json } = await call('POST', `/groups/${workspace}/dashboards`, { name, tiles: placed });
  expect(status, JSON.stringify(json)).toBe(201);
  return (json as { id: string }).id;
};
