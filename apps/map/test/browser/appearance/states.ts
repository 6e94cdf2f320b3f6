import type { Page } from 'playwright-core';
import { at, type BrowserKit } from '../browser-kit.js';

/** The time in the pages, which is before any real run, so that tokens are valid. All data is dated relative to it. */
export const NOW = Date.parse('2026-11-10T10:00:00Z');
const MINUTE = 60_000;

export interface State {
  name: string;
  /** The viewer: a signed-in person, or a guest, whose address contains everything needed. */
  who: 'admin' | 'guest';
  /** Fragment of the address. */
  at: string;
  /** Selector of an element that exists once the page shows its content. */
  ready: string;
  /** Buttons to press then, in order; the next state then gets a new page. */
  press?: readonly string[];
  /** Selector of an element that exists after these buttons. */
  then?: string;
  /** Selector of parts that differ each time and are hidden in the screenshot. */
  varies?: string;
}

const ago = (minutes: number): string => new Date(NOW - minutes * MINUTE).toISOString();

/** Fills the workspace, always with the same data. @returns the states to compare, in an order in which people may visit them */
export async function fillWorkspace(kit: BrowserKit): Promise<readonly State[]> {
  const group = `/groups/${kit.workspace}`;
  const made = async (path: string, body: object, method = 'POST'): Promise<Record<string, string>> => {
    const { status, json } = await kit.call(method, `${group}/${path}`, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json as Record<string, string>;
  };
  await Promise.all((['admin', 'viewer'] as const).map((role) => kit.person(role)));
  await made('fields/load', { type: 'Number', label: 'Load', unit: 't' }, 'PUT');
  const types = ['crane', 'truck', 'reach stacker'];
  await kit.post(
    Array.from({ length: 30 }, (_, n) =>
      at(`unit-${String(n + 1).padStart(2, '0')}`, 53.4 + (n % 6) / 150, -3.02 + Math.floor(n / 6) / 100, {
        title: `Unit ${n + 1}`,
        type: types[n % 3]!,
        observedAt: ago(1 + n * n),
        fieldValues: [
          { type: 'Number', field: 'load', value: n },
          { type: 'String', field: 'note', value: 'Waits at the south quay for a ship that is late' },
        ],
      }),
    ),
  );
  await made('areas', { name: 'South quay', geometry: { type: 'Circle', center: [-2.99, 53.41], radius: 1500 } });
  await made('webhooks', { url: 'https://receiver.example/waymark', enabled: false });
  await made('tokens', { name: 'Gate reader', scopes: ['objects:read', 'feed:read'] });
  const open = await made('polls', {
    question: 'Which gate opens first on Monday?',
    options: [{ text: 'North gate' }, { text: 'South gate, beside the new weighbridge' }],
    results: 'always',
  });
  await made('polls', { question: 'Tea or coffee?', options: [{ text: 'Tea' }, { text: 'Coffee' }], results: 'afterClose' });
  await made(`polls/${open.id}/answer`, { options: [(open as unknown as { options: { id: string }[] }).options[0]!.id] }, 'PUT');
  const tiles = [
    { id: 'a', kind: 'number', title: 'Updates', x: 0, y: 0, w: 3, h: 2, query: { report: 'tracking', measure: 'updates' } },
    { id: 'b', kind: 'bar', title: 'By type', x: 3, y: 0, w: 5, h: 4, query: { report: 'tracking', measure: 'updates', by: 'type' } },
    { id: 'c', kind: 'table', title: 'Table', x: 8, y: 0, w: 4, h: 4, query: { report: 'tracking', by: 'type' } },
    { id: 'd', kind: 'series', title: 'Per day', x: 0, y: 4, w: 8, h: 4, query: { report: 'tracking', measure: 'updates', by: 'type' } },
    { id: 'e', kind: 'stale', title: 'Silent', x: 8, y: 4, w: 4, h: 4, query: { hours: 2 } },
  ];
  const { id: board } = await made('dashboards', { name: 'Morning round', tiles });
  const link = await made('shareLinks', { name: 'For the port', shows: { bbox: [-3.1, 53.3, -2.9, 53.5] }, expiresInSeconds: 86_400 });
  const seen = 'page=Map&at=53.42,-2.99,12';
  const tab = (name: string, ready = '.data-table'): State => ({
    name: `settings ${name}`,
    who: 'admin',
    at: `page=Settings&tab=${name}`,
    ready,
  });
  const guest = `${link.url!.split('#')[1]!}&${seen}`;
  return [
    { name: 'sign in', who: 'guest', at: '', ready: 'input[type=password]' },
    { name: 'map', who: 'admin', at: seen, ready: '.object-row' },
    { name: 'object', who: 'admin', at: `${seen}&id=unit-07`, ready: '.object-panel h1' },
    { name: 'object far down the list', who: 'admin', at: `${seen}&id=unit-30`, ready: '.object-panel h1' },
    {
      name: 'object edited',
      who: 'admin',
      at: `${seen}&id=unit-08`,
      ready: '.object-panel [aria-keyshortcuts=e]',
      press: ['.object-panel [aria-keyshortcuts=e]'],
      then: '.edit-form .edit-icons',
    },
    { name: 'layers', who: 'admin', at: seen, ready: '.object-row', press: ['.map-layers > summary'], then: '.map-layers select' },
    {
      name: 'views',
      who: 'admin',
      at: seen,
      ready: '.object-row',
      press: ['.map-more', '.views-menu > summary'],
      then: '.views-menu form',
    },
    { name: 'share', who: 'admin', at: seen, ready: '.object-row', press: ['.map-tools > [aria-haspopup=dialog]'], then: 'dialog[open]' },
    { name: 'past', who: 'admin', at: seen, ready: '.object-row', press: ['.map-time-button'], then: '.map-time-bar .quiet-text' },
    {
      name: 'first steps',
      who: 'admin',
      at: seen,
      ready: '.object-row',
      press: ['.bulk-tools button:first-child'],
      then: '.first-run-steps',
    },
    { name: 'scan', who: 'admin', at: 'page=Scan', ready: '.scan-typed' },
    { name: 'unknown object', who: 'admin', at: 'page=Map&id=never-seen', ready: '.object-panel button' },
    { name: 'dashboards', who: 'admin', at: 'page=Dashboards', ready: '.board-link' },
    { name: 'dashboard', who: 'admin', at: `page=Dashboards&dashboard=${board}`, ready: '.dashboard-tile-chart canvas' },
    { name: 'polls', who: 'admin', at: 'page=Polls', ready: '.board-link' },
    { name: 'poll', who: 'admin', at: `page=Polls&poll=${open.id}`, ready: '.poll-bar' },
    { name: 'new poll', who: 'admin', at: 'page=Polls&make=1', ready: '.poll-options' },
    { name: 'settings own', who: 'admin', at: 'page=Settings', ready: '.tabs' },
    tab('areas', '.area-map, .data-table'),
    tab('fields'),
    tab('tokens'),
    tab('people'),
    tab('webhooks', '.webhook-address'),
    { ...tab('usage', '.usage-month'), varies: '.usage-month, .data-table, meter' },
    tab('retention', '.retention-type, .page-body form, .page-body button'),
    tab('audit'),
    { name: 'no such workspace', who: 'admin', at: 'ws=Elsewhere', ready: '.way-in .whole-width' },
    { name: 'shared', who: 'guest', at: guest, ready: '.shared-frame .object-row' },
    { name: 'embedded', who: 'guest', at: `embed=1&${guest}`, ready: '.shared-frame-open' },
  ];
}

/** Parts that differ each time: the drawn map, times of tokens, notices. They are hidden, so that the rest can be compared. */
const HIDDEN =
  'canvas.maplibregl-canvas, .maplibregl-ctrl, .notices, .shared-frame-banner .quiet-text, video { ' +
  'visibility: hidden !important; } .map-pane { background: transparent !important; }';

/**
 * Stops the clock, and makes times that the server took from the real clock an hour old; the expiry of access tokens is unchanged. Runs in
 * each page before its own code.
 */
export async function freeze(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(
    ([style, now]) => {
      // The drawn map is hidden, so it need not be rendered by software either.
      for (const drawing of ['drawElements', 'drawArrays', 'clear'] as const) WebGL2RenderingContext.prototype[drawing] = () => undefined;
      document.addEventListener('DOMContentLoaded', () =>
        document.head.append(Object.assign(document.createElement('style'), { textContent: style })),
      );
      const before = globalThis.fetch;
      const later = now + 2 * 86_400_000;
      globalThis.fetch = async (...call) => {
        const answer = await before(...call);
        if (!answer.ok || !answer.headers.get('content-type')?.includes('application/json') || answer.url.includes('/app/session'))
          return answer;
        const text = (await answer.text()).replace(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (all, time: string) =>
          Date.parse(time) > later ? JSON.stringify(new Date(now - 3_600_000).toISOString()) : all,
        );
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
    },
    [HIDDEN, NOW] as const,
  );
}
