import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './axe.js';
import { at, type BrowserKit, hasChromium, startBrowserKit } from './browser-kit.js';

interface Held {
  revision: number;
  archived: boolean;
  contentElements: { id: string; kind: string; target: string }[];
}

describe.skipIf(!hasChromium)('the panel of an object in a browser (skipped where there is no Chromium)', { timeout: 180_000 }, () => {
  let kit: BrowserKit;
  const held = async (id: string): Promise<Held> => (await kit.call('GET', `/groups/${kit.workspace}/externalObjects/${id}`)).json as Held;
  const form = (page: Page) => page.getByRole('form', { name: /^Edit / });

  beforeAll(async () => {
    kit = await startBrowserKit('panel', { drawsMaps: false });
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

  it('shows values first on a phone, and has rare actions in a menu that works by keyboard', async () => {
    await kit.post([
      at('lift-1', 53.44, -2.96, {
        title: 'Lift',
        type: 'forklift',
        fieldValues: [
          { type: 'Number', field: 'hours', value: 1200 },
          { type: 'Category', field: 'status', value: { namespace: 's', categoryName: 'ok' } },
        ],
      }),
    ]);
    const { page, faults } = await kit.open({ context: { viewport: { width: 390, height: 844 } }, at: 'page=Map' });
    await page.getByRole('button', { name: /^Lift/ }).click();
    const panel = page.getByRole('complementary', { name: 'Object' });
    const hours = panel.getByText('1,200', { exact: true });
    await hours.waitFor();
    const foot = await panel.locator('footer').boundingBox();
    const value = await hours.boundingBox();
    expect(value!.y + value!.height).toBeLessThan(foot!.y);
    expect(foot!.y + foot!.height).toBeLessThanOrEqual(844);
    expect(await panel.locator('button.primary').allTextContents()).toEqual(['Edit']);
    for (const name of ['Archive', 'Erase …']) expect(await panel.getByText(name, { exact: true }).count(), name).toBe(0);

    const more = panel.getByRole('button', { name: 'More', exact: true });
    await more.focus();
    await page.keyboard.press('ArrowDown');
    const items = page.getByRole('menuitem');
    await expect.poll(() => items.allTextContents()).toEqual(['Archive', 'Put under legal hold', 'Erase …']);
    const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement!.textContent);
    await expect.poll(focused).toBe('Archive');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe('Erase …');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('Archive');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => items.count()).toBe(0);
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await panel.count()).toBe(1);
    await page.keyboard.press('Enter');
    await items.first().press('Enter');
    await page.getByText('Archived.', { exact: true }).waitFor();
    expect((await held('lift-1')).archived).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('adds actions from cards, with the polls and fields of the workspace to choose from', async () => {
    const polls = await kit.call('POST', `/groups/${kit.workspace}/polls`, {
      question: 'Is it clean?',
      options: [{ text: 'Yes' }, { text: 'No' }],
      multiple: 1,
      audience: { kind: 'workspace' },
      results: 'always',
      anonymous: false,
    });
    expect(polls.status).toBeLessThan(300);
    const poll = (polls.json as { id: string }).id;
    const old = { id: 'printed-on-a-code', kind: 'link', label: 'Manual', target: 'https://example.org/manual' };
    await kit.post([{ ...at('press-1', 53.43, -2.97), initialExternalObject: { title: 'Press', contentElements: [old] } }]);
    const { page, faults } = await kit.open({ at: 'page=Map&id=press-1' });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form(page).waitFor();
    const addAction = async (card: string): Promise<void> => {
      await form(page).getByRole('button', { name: 'Add action', exact: true }).click();
      await form(page).getByRole('group', { name: 'Add action' }).getByRole('button', { name: card }).click();
    };
    await addAction('Open a link');
    await addAction('Open a poll');
    await addAction('Go through a list');
    await addAction('Set a field');
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    for (const text of [
      'Enter a complete address, such as https://example.org.',
      'Choose a poll.',
      'Enter 1 to 100 items, one per line.',
      'Choose a field.',
    ])
      await form(page).getByText(text, { exact: true }).waitFor();
    expect((await held('press-1')).revision).toBe(1);
    await form(page).getByLabel('Address').last().fill('https://example.org/spare-parts');
    await form(page).getByLabel('Poll', { exact: true }).selectOption({ label: 'Is it clean?' });
    await form(page).getByLabel('Items').fill('Oil\nBrakes');
    await form(page).getByLabel('Field', { exact: true }).selectOption({ label: 'Status' });
    await form(page).getByLabel('New value').selectOption({ label: 'Broken' });
    await form(page).getByLabel('Scanning the code').selectOption({ label: 'Set a field' });
    await form(page).getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    const elements = (await held('press-1')).contentElements;
    expect(elements[0]).toEqual(old);
    expect(elements.slice(1).map(({ kind, target }) => [kind, target])).toEqual([
      ['link', 'https://example.org/spare-parts'],
      ['poll', poll],
      ['checklist', 'Oil; Brakes'],
      ['field', 'status=broken'],
      ['on-scan', elements[4]!.id],
    ]);
    expect(new Set(elements.map(({ id }) => id)).size).toBe(6);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Open a poll' }).waitFor();
    expect(await panel.getByText('The target is missing.').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
