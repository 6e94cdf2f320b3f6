import type { Page } from 'playwright-core';

/** The visible controls. Controls in a scrollable element count at their place after scrolling to them. */
const CONTROLS = 'button, a[href], input:not(.visually-hidden), select, textarea, summary, canvas[tabindex]';

/** Controls in a part of the page that are outside the window, cut off by their container, or covered; [] without any. */
export const cutOff = (page: Page, part = 'body'): Promise<string[]> =>
  page.evaluate(
    ([controls, within]) => {
      const faults: string[] = [];
      const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflow);
      for (const control of document.querySelector(within)!.querySelectorAll<HTMLElement>(controls)) {
        if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || control.closest('.skip, [inert]') !== null)
          continue;
        let inside = false;
        for (let around = control.parentElement; around !== null && !inside; around = around.parentElement)
          if (scrolls(around) && (around.scrollHeight > around.clientHeight || around.scrollWidth > around.clientWidth)) inside = true;
        if (inside) control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
        const name =
          `${control.tagName.toLowerCase()} “${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 30)}” ` +
          `at ${[left, top, right, bottom].map(Math.round).join(' ')}`;
        if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
          faults.push(`outside of the window: ${name}`);
          continue;
        }
        // A canvas or a map is below its own controls.
        if (control.tagName === 'CANVAS') continue;
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (hit === null || (!control.contains(hit) && !hit.contains(control) && control.closest('label')?.contains(hit) !== true))
          faults.push(`under ${hit?.className || hit?.tagName}: ${name}`);
      }
      return faults;
    },
    [CONTROLS, part] as const,
  );

/** Controls smaller than this number of pixels, except those within text (WCAG 2.2, 2.5.8); [] without any. */
export const tooSmall = (page: Page, pixels: number): Promise<string[]> =>
  page.evaluate(
    ([controls, least]) =>
      [...document.querySelectorAll<HTMLElement>(controls)]
        .filter(
          (control) =>
            control.checkVisibility({ visibilityProperty: true }) && control.closest('.skip, .in-text, .maplibregl-ctrl-attrib') === null,
        )
        .map((control) => {
          // The label of a checkbox or radio button can be pressed as well.
          const { width, height } = (
            /^(checkbox|radio)$/.test((control as HTMLInputElement).type) ? (control.closest('label') ?? control) : control
          ).getBoundingClientRect();
          return {
            size: Math.min(width, height),
            text:
              `${control.tagName.toLowerCase()}.${control.className} “${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 30)}”: ` +
              `${Math.round(width)} × ${Math.round(height)}`,
          };
        })
        .filter(({ size }) => size < least - 0.5)
        .map(({ text }) => text),
    [CONTROLS, pixels] as const,
  );

/** Waits until no control is added for a moment, because a map that makes room for a panel adds other objects to its list. */
async function atRest(page: Page): Promise<void> {
  for (;;) {
    const added = await page.evaluate((controls) => {
      let fresh = 0;
      for (const control of document.querySelectorAll<HTMLElement & { known?: true }>(controls)) {
        if (!control.known) fresh++;
        control.known = true;
      }
      return fresh;
    }, CONTROLS);
    if (added === 0) return;
    await page.waitForTimeout(1000);
  }
}

/** The tab stops of a page at rest, in order, until they repeat. */
export async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = [];
  await atRest(page);
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement & { tabStop?: number }>('*')) delete each.tabStop;
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let n = 0; n < 200; n++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const marked = document.activeElement;
      // Between the last tab stop and the first.
      if (marked === null || marked === document.body) return '';
      const seen = marked as Element & { tabStop?: number };
      const again = seen.tabStop !== undefined;
      seen.tabStop = 1;
      return again ? undefined : (marked.getAttribute('aria-label') ?? marked.textContent).trim().slice(0, 60) || marked.tagName;
    });
    if (stop === undefined) return stops;
    if (stop !== '') stops.push(stop);
  }
  return stops;
}

/** Visible controls that the Tab key did not reach; call `tabStops` first. */
export const notReached = (page: Page): Promise<string[]> =>
  page.evaluate(
    (controls) =>
      [...document.querySelectorAll<HTMLElement & { tabStop?: number }>(controls)]
        .filter(
          (control) =>
            control.checkVisibility({ visibilityProperty: true }) &&
            control.tabStop === undefined &&
            !(control as HTMLButtonElement).disabled,
        )
        .map(
          (control) =>
            `${control.tagName.toLowerCase()} “${(control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)}”`,
        ),
    CONTROLS,
  );

/**
 * Where a map page does not fill the window, for each width: the map and the list next to it must fill it completely, and the map most of
 * its height; [] without any.
 */
export async function unfilled(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const found = await page.evaluate(() => {
      const map = document.querySelector('.map-pane')!.getBoundingClientRect();
      const list = document.querySelector('.object-list')!.getBoundingClientRect();
      // In narrow windows, the list is below.
      const beside = list.top < map.bottom ? list.width : 0;
      return { across: map.width + beside, map: map.width, height: map.height };
    });
    if (found.across !== width || found.map < width / 2 || found.height < 350) faults.push(`${width} wide: ${JSON.stringify(found)}`);
  }
  return faults;
}
