/**
 * `npm run pictures`: takes the README's screenshots of the map app with the demo fleet, in Chromium, from the installation that `npm
 * start` of this checkout runs.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { runDemo } from './demo/run-demo.js';
import { createToken } from './directory/token.js';
import { postingCommand, runTool } from './posting/command-line.js';
import { resolveTarget } from './posting/target.js';
import { repositoryRoot } from './settings/repository-root.js';
import { readStackSettings } from './settings/stack-settings.js';

const FOLDER = join(repositoryRoot, 'docs/pictures');
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];
const FLEET_MS = 20_000;
const DRAWN_MS = 4000;

const command = postingCommand('pictures', 'Takes the pictures of the map app that the README shows.').option(
  '--chromium <file>',
  'the browser',
  '/usr/bin/chromium',
);

interface Shot {
  name: string;
  width: number;
  height: number;
  dark?: true;
  /** Steps before the picture is taken. */
  before?: (page: Page) => Promise<void>;
}

const openFirst = async (page: Page): Promise<void> => {
  await page.locator('.object-row').nth(3).click();
  await page.getByRole('complementary').waitFor();
};

const SHOTS: readonly Shot[] = [
  { name: 'map', width: 1280, height: 760, before: openFirst },
  { name: 'map-dark', width: 1280, height: 760, dark: true },
  { name: 'phone', width: 390, height: 800, before: openFirst },
];

async function take(browser: Browser, url: string, token: string, { name, width, height, dark, before }: Shot): Promise<void> {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await page.goto(`${url}/app/`);
  await page.getByRole('button', { name: 'Use an access token instead' }).click();
  await page.getByLabel('Access token').fill(token);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.object-row').nth(3).waitFor();
  await sleep(DRAWN_MS);
  await before?.(page);
  await sleep(DRAWN_MS);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.close();
  process.stdout.write(`docs/pictures/${name}.png\n`);
}

await runTool(async () => {
  const options = command.parse().opts<{ workspace: string; url?: string; token?: string; chromium: string }>();
  const target = await resolveTarget(options);
  const token =
    options.token ??
    (await createToken(readStackSettings(), {
      workspace: target.workspace,
      scopes: ['objects:read', 'feed:read', 'reports:read', 'objects:write'],
      expiresInSeconds: 3600,
    }));
  mkdirSync(FOLDER, { recursive: true });
  await runDemo({ ...target, objects: 40, rate: 40, seed: 7, signal: AbortSignal.timeout(FLEET_MS) });
  const browser = await chromium.launch({ executablePath: options.chromium, args: FLAGS });
  try {
    for (const shot of SHOTS) await take(browser, target.url, token, shot);
  } finally {
    await browser.close();
  }
  return 0;
});
