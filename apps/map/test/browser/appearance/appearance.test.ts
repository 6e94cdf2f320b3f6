import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../axe.js';
import { type BrowserKit, CHROMIUM, hasChromium, startOwnBrowserKit } from '../browser-kit.js';
import { hasReferences, PictureStore, recording } from './picture-store.js';
import { fillWorkspace, freeze, NOW, type State } from './states.js';

type Theme = 'light' | 'dark';
type Language = 'en' | 'de';
interface Look {
  width: number;
  height: number;
  theme: Theme;
  language: Language;
}

const HEIGHTS = { 390: 844, 820: 1180, 1280: 800, 1920: 1080 } as const;
const look = (width: keyof typeof HEIGHTS, theme: Theme, language: Language): Look => ({ width, height: HEIGHTS[width], theme, language });
const everything = process.env.APPEARANCE === 'all';
/** Each width, and each theme with each language; all combinations would take four times as long. */
const LOOKS: readonly Look[] = everything
  ? ([390, 820, 1280, 1920] as const).flatMap((width) =>
      (['light', 'dark'] as const).flatMap((theme) => (['en', 'de'] as const).map((language) => look(width, theme, language))),
    )
  : [look(390, 'light', 'en'), look(1280, 'dark', 'en'), look(820, 'dark', 'de'), look(1920, 'light', 'de')];
const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;
/** Time for a page to finish loading, while it may look different. */
const PATIENCE_MS = 20_000;
const STILL_MS = 300;

const nameOf = (state: State, { width, theme, language }: Look): string =>
  `${state.name.replaceAll(' ', '-')}.${width}.${theme}.${language}`;

/** Runs in the page: the scroll position of the list depends on earlier windows. */
function showChosenRow(): void {
  const chosen = document.querySelector('.object-rows [aria-current=true]');
  if (chosen !== null) chosen.scrollIntoView({ block: 'center' });
  else document.querySelector('.object-rows')?.scrollTo(0, 0);
}

describe.skipIf(!hasChromium || (!hasReferences && process.env.APPEARANCE === undefined))(
  'how each page looks (skipped where there is no Chromium, and where no pictures were recorded)',
  { timeout: everything || recording ? 1_800_000 : 900_000 },
  () => {
    let kit: BrowserKit;
    let store: PictureStore;
    let states: readonly State[];
    const browsers: { close(): Promise<void> }[] = [];
    const pages = new Map<string, Page>();
    beforeAll(async () => {
      kit = await startOwnBrowserKit('appearance', {
        size: { reports: 1, areas: 1, webhooks: 1 },
        settings: { REPORT_DAYS: '3650' },
        browser: CHROMIUM,
      });
      states = await fillWorkspace(kit);
      const lab = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
      browsers.push(lab);
      store = await PictureStore.open(lab);
    });
    afterAll(async () => {
      await Promise.all(browsers.map((browser) => browser.close()));
      await kit?.close();
    });

    /** The page of a person, reused for all states like a real session, so that loaded style sheets stay. */
    async function pageOf(who: State['who'], language: Language): Promise<Page> {
      const known = pages.get(who + language);
      if (known !== undefined) return known;
      const { page } = await kit.open({
        role: 'admin',
        at: who === 'guest' ? '' : 'page=Polls',
        signIn: who === 'admin',
        context: { locale: LOCALES[language], bypassCSP: true, serviceWorkers: 'block' },
      });
      await freeze(page);
      await page.reload();
      pages.set(who + language, page);
      return page;
    }

    const used = new Set<Page>();
    async function enter(page: Page, state: State): Promise<void> {
      // Opened menus and dialogs are left by a navigation; a guest's address is another session.
      if (state.who === 'guest') await page.goto('about:blank');
      else if (used.has(page)) {
        await page.goto(`${kit.url}/app/#page=Polls`);
        await page.locator('.poll-page').waitFor();
      }
      if (state.press !== undefined || state.at.startsWith('ws=')) used.add(page);
      else used.delete(page);
      await page.goto(`${kit.url}/app/#${state.at}`);
      await page.locator(state.ready).first().waitFor();
      // Controls for phones are hidden in wide windows, and the other way round.
      for (const part of state.press ?? [])
        await page
          .locator(part)
          .first()
          .evaluate((button: HTMLElement) => button.click());
      if (state.then !== undefined) await page.locator(state.then).first().waitFor({ state: 'attached' });
      await page.evaluate((parts) => {
        const style =
          document.querySelector('#varies') ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: 'varies' }));
        style.textContent = parts === undefined ? '' : `:is(${parts}) { display: none !important; }`;
      }, state.varies);
      await page.mouse.move(0, 0);
    }

    async function pictureOf(page: Page): Promise<string> {
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.evaluate(showChosenRow);
      return store.shrunk(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    }

    /** A screenshot once nothing moves any more. */
    async function stillPictureOf(page: Page): Promise<string> {
      let last = await pictureOf(page);
      for (let same = 0, tries = 0; same < 2 && tries < 30; tries++) {
        await page.waitForTimeout(STILL_MS);
        const next = await pictureOf(page);
        same = (await store.compare(last, next)).blocks === 0 ? same + 1 : 0;
        last = next;
      }
      return last;
    }

    /** @returns the difference; undefined if the page looks the same */
    async function lookAt(page: Page, state: State, the: Look): Promise<string | undefined> {
      const name = nameOf(state, the);
      await page.emulateMedia({ colorScheme: the.theme, reducedMotion: 'reduce' });
      await page.setViewportSize(the);
      const expected = store.expected(name);
      if (expected === undefined) {
        if (!recording && !everything) return `${name}: there is no picture of it; record it`;
        store.keep(name, await stillPictureOf(page));
        return undefined;
      }
      for (const until = Date.now() + PATIENCE_MS; ; await page.waitForTimeout(STILL_MS)) {
        const actual = await pictureOf(page);
        const { blocks, allowed } = await store.compare(expected, actual);
        if (blocks <= allowed) return undefined;
        if (Date.now() > until) return `${name}: ${blocks} blocks differ, ${allowed} may: ${await store.show(name, expected, actual)}`;
      }
    }

    async function walk(
      orders: Readonly<Record<Language, readonly State[]>>,
      then?: (page: Page, state: State) => Promise<void>,
    ): Promise<string[]> {
      const faults: string[] = [];
      for (const language of ['en', 'de'] as const)
        for (const state of orders[language]) {
          const page = await pageOf(state.who, language);
          try {
            await enter(page, state);
            for (const the of LOOKS.filter((each) => each.language === language)) {
              const fault = await lookAt(page, state, the);
              if (fault !== undefined) faults.push(fault);
            }
            if (language === 'en') await then?.(page, state);
          } catch (error) {
            faults.push(`${state.name}, ${language}: ${(error as Error).message.slice(0, 300)}`);
          }
        }
      return faults;
    }

    it('looks as recorded, in one order in English and in the other in German, and axe finds nothing', async () => {
      const unreadable: string[] = [];
      const faults = await walk({ en: states, de: states.toReversed() }, async (page, state) => {
        for (const fault of await accessibilityFaults(page)) unreadable.push(`${state.name}: ${fault}`);
      });
      expect({ faults, unreadable }).toEqual({ faults: [], unreadable: [] });
    });

    it.runIf(everything || recording)('looks the same in the opposite orders', async () => {
      expect(await walk({ en: states.toReversed(), de: states })).toEqual([]);
    });

    it('scrolls the list to the object that a link opens', async () => {
      const page = await pageOf('admin', 'en');
      await page.setViewportSize(look(1280, 'light', 'en'));
      await page.goto('about:blank');
      await page.goto(`${kit.url}/app/#${states.find(({ name }) => name === 'object far down the list')!.at}`);
      const row = page.locator('.object-rows [aria-current=true]');
      await row.waitFor();
      const isInView = (chosen: Element): boolean =>
        chosen.getBoundingClientRect().bottom <= chosen.closest('.object-rows')!.getBoundingClientRect().bottom + 1;
      await expect.poll(() => row.evaluate(isInView)).toBe(true);
    });

    it('would see a style that reaches into a dashboard', async () => {
      const state = states.find(({ name }) => name === 'dashboard')!;
      const page = await pageOf('admin', 'en');
      await enter(page, state);
      const [, the] = LOOKS;
      await page.setViewportSize(the!);
      await page.emulateMedia({ colorScheme: the!.theme, reducedMotion: 'reduce' });
      await page.addStyleTag({
        content: '.dashboard-kind-bar { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.2rem 0.75rem; }',
      });
      const { blocks, allowed } = await store.compare(store.expected(nameOf(state, the!))!, await stillPictureOf(page));
      expect(blocks).toBeGreaterThan(allowed);
      expect(NOW).toBe(await page.evaluate(() => Date.now()));
    });
  },
);
