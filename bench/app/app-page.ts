import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

/** The path of Debian's Chromium; the variable CHROMIUM sets another one. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];
const DRAWN_TIMEOUT_MS = 120_000;

/** The map app in a Chromium with software rendering, signed in with a token, with its map drawn. */
export interface AppPage {
  browser: Browser;
  page: Page;
  debug: CDPSession;
  /** Milliseconds from the navigation until the app was first visible. */
  shellMs: number;
  /** Milliseconds from the sign-in until the map was drawn completely. */
  drawnMs: number;
  close(): Promise<void>;
}

/** Runs in the page: returns the time of the first paint, which the browser reports a moment later. */
const FIRST_SEEN =
  `new Promise((resolve) => new PerformanceObserver((list) => ` +
  `list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => ` +
  `resolve(startTime))).observe({ type: 'paint', buffered: true }))`;

/** @param fragment of the address, without # @throws Error if there is no Chromium */
export async function openApp(url: string, token: string, fragment: string): Promise<AppPage> {
  if (!existsSync(CHROMIUM)) throw new Error(`There is no ${CHROMIUM}; name a Chromium in the variable CHROMIUM.`);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, locale: 'en-GB' });
    await page.goto(`${url}/app/#${fragment}`);
    await page.getByRole('button', { name: 'Use an access token instead' }).click();
    const shellMs = await page.evaluate<number>(FIRST_SEEN);
    await page.getByLabel('Access token').fill(token);
    const openedAt = performance.now();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await drawn(page);
    const drawnMs = performance.now() - openedAt;
    return { browser, page, debug: await page.context().newCDPSession(page), shellMs, drawnMs, close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Resolves when the map has drawn everything in its view. */
export const drawn = (page: Page): Promise<void> => page.locator('.map-canvas[aria-busy=false]').waitFor({ timeout: DRAWN_TIMEOUT_MS });
