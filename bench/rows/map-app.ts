import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type AppPage, drawn, openApp } from '../app/app-page.js';
import { longTasksOf } from '../app/long-tasks.js';
import { CROWD, LIVE, postCrowd, postLive, STANDING } from '../app/map-fleets.js';
import { MAP_WORKSPACES } from '../app/map-workspaces.js';
import { type PageMemory, pageMemory, slope } from '../app/page-memory.js';
import type { Measurement, Row } from '../measure/measurement.js';
import { median } from '../measure/statistics.js';
import type { ProductContext } from './context.js';

const DAY_SECONDS = 24 * 60 * 60;
const PAN_MS = 30_000;
const CLICKS = 7;
const UPDATES_PER_SECOND = 50;
/** Memory of things that are loaded in the first minutes does not count as growth. */
const SETTLED_AFTER_MINUTES = 2;
export const MIN_MAP_MINUTES = SETTLED_AFTER_MINUTES + 1;
/** An object of the live fleet that its panel does not cover, so that the map does not move and all objects stay in view. */
const IN_THE_WEST = 15;
const ALL_SEEN_MS = 120_000;
const EUROPE = 'page=Map&at=50,8,4';

let crowd: Promise<void> | undefined;

async function withCrowd<T>({ stack, space }: ProductContext, fragment: string, use: (app: AppPage) => Promise<T>): Promise<T> {
  const token = await space.token({ workspaces: [MAP_WORKSPACES.crowd], expiresInSeconds: DAY_SECONDS });
  await (crowd ??= postCrowd(stack, token));
  const app = await openApp(stack.url, token, fragment);
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}

const row = (
  id: string,
  what: string,
  must: number,
  measure: (context: ProductContext) => Promise<Measurement>,
  unit: 'ms' | 'MiB' = 'ms',
): Row<ProductContext> => ({ id: `map-app-${id}`, what: `map app, Chromium that draws by software: ${what}`, unit, must, measure });

/** Drags the map around and turns the wheel until the time is over. */
async function panAndZoom(page: Page): Promise<void> {
  const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const until = performance.now() + PAN_MS;
  for (let turn = 0; performance.now() < until; turn++) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    const [dx, dy] = [140 * Math.cos(turn), 110 * Math.sin(turn)];
    for (let step = 1; step <= 12; step++) {
      await page.mouse.move(x + (dx * step) / 12, y + (dy * step) / 12);
      await sleep(16);
    }
    await page.mouse.up();
    // Zooms in by three steps, then out again by three.
    for (let step = 0; step < 4; step++) {
      await page.mouse.wheel(0, turn % 6 < 3 ? -120 : 120);
      await sleep(60);
    }
    await sleep(200);
  }
}

async function pan(context: ProductContext): Promise<Measurement> {
  return withCrowd(context, EUROPE, async (app) => {
    const tasks = await longTasksOf(app, () => panAndZoom(app.page));
    const most = (pick: 'ms' | 'inOurs' | 'ours' | 'mapLibre'): number => Math.max(0, ...tasks.map((task) => task[pick]));
    const ms = (value: number): string => `${Math.round(value)} ms`;
    return {
      value: most('inOurs'),
      notes: [
        `${tasks.length} tasks over 50 ms in ${PAN_MS / 1000} s, the longest ${ms(most('ms'))}: at most ` +
          `${ms(most('inOurs'))} while our code ran with all that it called, ${ms(most('ours'))} in our code ` +
          `itself, ${ms(most('mapLibre'))} in MapLibre`,
      ],
    };
  });
}

/** Runs in the page: `panelShown` resolves with the milliseconds from the next button release until the panel shows the object's name. */
const WATCH_PANEL = `void (globalThis.panelShown = new Promise((resolve) => {
  let upAt = 0;
  addEventListener('pointerup', () => (upAt = performance.now()), { capture: true, once: true });
  const watch = new MutationObserver(() => {
    if (document.querySelector('.object-panel h1')?.textContent !== ${JSON.stringify(STANDING.title)}) return;
    watch.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - upAt));
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
}))`;

/** The time from releasing the button until the object's name is in the panel and the frame with it is about to be shown. */
async function click(context: ProductContext): Promise<Measurement> {
  return withCrowd(context, `page=Map&at=${STANDING.lat},${STANDING.lon},16`, async ({ page }) => {
    const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!;
    const times: number[] = [];
    for (let n = 0; n < CLICKS; n++) {
      await page.evaluate(WATCH_PANEL);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      times.push(await page.evaluate<number>('panelShown'));
      await page.keyboard.press('Escape');
      await page.locator('.object-panel').waitFor({ state: 'detached' });
      await drawn(page);
    }
    return { value: median(times), notes: [`each: ${times.map((ms) => Math.round(ms)).join(', ')} ms`] };
  });
}

/** The growth per hour, by a line through the memory measured each minute. */
async function memory({ stack, space, mapMinutes }: ProductContext): Promise<Measurement> {
  const token = await space.token({ workspaces: [MAP_WORKSPACES.live], expiresInSeconds: DAY_SECONDS });
  for (let from = 0; from < LIVE; from += 1000)
    await postLive(
      stack,
      token,
      Array.from({ length: 1000 }, (_, at) => from + at),
      0,
    );
  const app = await openApp(stack.url, token, `page=Map&at=53.4,-2.99,11&id=live-${IN_THE_WEST}`);
  try {
    const all = `${LIVE.toLocaleString('en-GB')} objects in view`;
    await app.page
      .getByText(all)
      .waitFor({ timeout: ALL_SEEN_MS })
      .catch(async () =>
        Promise.reject(new Error(`Not “${all}”, but: ${(await app.page.locator('.object-list').innerText()).slice(0, 300)}`)),
      );
    const begun = performance.now();
    const held: PageMemory[] = [];
    for (let second = 1; second <= mapMinutes * 60; second++) {
      await postLive(
        stack,
        token,
        Array.from({ length: UPDATES_PER_SECOND }, (_, at) => (second * UPDATES_PER_SECOND + at) % LIVE),
        second,
      );
      if (second % 60 === 0) {
        const now = await pageMemory(app.debug, second / 60);
        held.push(now);
        console.log(
          `map-app-memory: minute ${now.minute}, heap ${now.heapMiB.toFixed(2)} MiB, ${now.nodes} nodes, ${now.listeners} listeners`,
        );
      }
      await sleep(Math.max(0, begun + second * 1000 - performance.now()));
    }
    const settled = held.filter(({ minute }) => minute > SETTLED_AFTER_MINUTES);
    const hourly = (pick: (memory: PageMemory) => number): number =>
      60 * slope(settled.map((each) => ({ minute: each.minute, value: pick(each) })));
    const [first, last] = [settled[0]!, settled.at(-1)!];
    const memoryText = ({ minute, heapMiB, nodes, listeners }: PageMemory): string =>
      `after ${minute} min ${heapMiB.toFixed(1)} MiB, ${nodes} nodes, ${listeners} listeners`;
    return {
      value: hourly(({ heapMiB }) => heapMiB),
      notes: [
        `${UPDATES_PER_SECOND} updates/s over ${LIVE} objects in view; ${memoryText(first)}; ${memoryText(last)}; an hour: ` +
          `${hourly(({ nodes }) => nodes).toFixed(0)} nodes, ${hourly(({ listeners }) => listeners).toFixed(0)} ` +
          'listeners more',
      ],
    };
  } finally {
    await app.close();
  }
}

export const mapAppRows: readonly Row<ProductContext>[] = [
  row('shell', 'from the address until the app is seen', 1500, (context) =>
    withCrowd(context, EUROPE, ({ shellMs }) => Promise.resolve({ value: shellMs })),
  ),
  row('idle', `from signing in until the map of ${CROWD.toLocaleString('en')} objects is drawn whole`, 4000, (context) =>
    withCrowd(context, EUROPE, ({ drawnMs }) => Promise.resolve({ value: drawnMs })),
  ),
  row('click', `from a click on an object until its panel, median of ${CLICKS}`, 500, click),
  row('pan', `longest task while our code ran, ${CROWD.toLocaleString('en')} objects dragged and zoomed for ${PAN_MS / 1000} s`, 200, pan),
  row('memory', 'growth of the heap an hour under live updates (--map-minutes)', 5, memory, 'MiB'),
];
