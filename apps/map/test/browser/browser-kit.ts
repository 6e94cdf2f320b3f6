import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Role } from '#contracts/directory/roles.js';
import type { RunningStack } from '#testing/running-stack.js';
import { type Installation, type InstallationOptions, startInstallation } from './installation.js';

/** Debian's Chromium; the variable CHROMIUM selects another one. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** False if this machine has no Chromium; the browser tests then report that and are skipped. */
export const hasChromium = existsSync(CHROMIUM);
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** The same engine without the windows of a browser: a quarter less CPU. It draws some letters differently. */
const LIGHTEST = process.env.CHROMIUM === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM;

const FLAGS = ['--no-sandbox', '--disable-dev-shm-usage'];
/** WebGL by software. It must not render the rest of the page too, which takes twice the CPU. */
const DRAWING = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
];
/** Pages without maps. */
const NOT_DRAWING = ['--disable-gpu', '--disable-software-rasterizer'];
/** Less than the shortest configurable lifetime of a token. */
const TOKEN_USED_MS = 40_000;
const PASSWORD = 'a long walk by the quiet harbour';

export interface OpenOptions {
  /** The person's role; default: admin. Each role has one person, who is created when needed. */
  role?: Role;
  /** Fragment of the address, without #. */
  at?: string;
  /** False: nobody is signed in. Otherwise the person has a session already, like after a reload. */
  signIn?: boolean;
  /** Service workers are blocked unless the kit or this permits them. */
  context?: BrowserContextOptions;
  /** Whether the browser has WebGL; default: the setting of the kit. */
  drawsMaps?: boolean;
  /** Address of a proxy before the gateway; default: the gateway itself. */
  url?: string;
}

/** A page of a signed-in person, with all faults seen in it. */
export interface OpenPage {
  page: Page;
  context: BrowserContext;
  /** Script errors, violations of the content security policy, and errors in the console; a test has to remove expected ones. */
  faults: string[];
}

/** A workspace of an installation with the built app, and a browser. */
export interface BrowserKit {
  /** Address of the gateway. */
  url: string;
  /** Id of the workspace. */
  workspace: string;
  workspaceName: string;
  open(options?: OpenOptions): Promise<OpenPage>;
  /** Calls the API as an admin of the workspace. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<{ status: number; json: unknown }>;
  /** Calls the directory like an operator's command on the machine itself. @throws Error if it is refused */
  inside(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Posts updates, and waits until reads contain them; throws when one is not accepted. */
  post(elements: readonly object[]): Promise<void>;
  /** Email address of a person with this role; all have the same password. */
  person(role: Role, workspace?: string): Promise<string>;
  password: string;
  close(): Promise<void>;
}

/** A kit with an installation of its own, which its tests may stop and restart. */
export interface OwnBrowserKit extends BrowserKit {
  stack: RunningStack;
}

interface KitOptions {
  chromiumArgs?: readonly string[];
  /**
   * False: pages have no WebGL, as on old devices, where the list replaces the map. Tests that do not concern the map take a fraction of
   * the time this way.
   */
  drawsMaps?: boolean;
  /** The path of the browser; default: the lightest available one. */
  browser?: string;
  /** Default: block, because storing the app for use without a network takes a third of the CPU of opening it. */
  serviceWorkers?: 'allow' | 'block';
}

/**
 * A workspace in the installation that all files share. An object id belongs to one workspace of an installation, so each file must use ids
 * of its own.
 * @param name the id of its workspace, unique among the files: letters and digits
 */
export async function startBrowserKit(name: string, options: KitOptions = {}): Promise<BrowserKit> {
  const answer = await fetch(inject('sharedInstallationUrl'));
  if (!answer.ok) throw new Error(`The shared installation did not start: ${await answer.text()}`);
  return openWorkspace((await answer.json()) as Installation, { id: name, name: `The ${name}` }, options);
}

/** A workspace in an installation with settings or a life of its own. @param name of the test file */
export async function startOwnBrowserKit(name: string, options: KitOptions & InstallationOptions = {}): Promise<OwnBrowserKit> {
  const installation = await startInstallation(name, options);
  const kit = await openWorkspace(installation, { id: 'harbour', name: 'The Harbour' }, options);
  return {
    ...kit,
    stack: installation.stack,
    async close() {
      await kit.close();
      await installation.close();
    },
  };
}

async function openWorkspace(
  installation: Installation,
  { id: workspace, name: workspaceName }: { id: string; name: string },
  options: KitOptions,
): Promise<BrowserKit> {
  const browsers = new Map<boolean, Promise<Browser>>();
  const browserThat = (draws: boolean): Promise<Browser> => {
    const launched =
      browsers.get(draws) ??
      chromium.launch({
        executablePath: options.browser ?? LIGHTEST,
        args: [...FLAGS, ...(draws ? DRAWING : NOT_DRAWING), ...(options.chromiumArgs ?? [])],
      });
    browsers.set(draws, launched);
    return launched;
  };
  const people = new Set<string>();
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; json: unknown }> => {
    const answer = await fetch((headers.authorization === undefined ? installation.directoryUrl : installation.url) + path, {
      method,
      headers: {
        'x-waymark-internal': installation.internalToken,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  const inside: BrowserKit['inside'] = async (method, path, body) => {
    const { status, json } = await send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return (json ?? {}) as Record<string, unknown>;
  };
  await inside('POST', '/operator/workspaces', { id: workspace, name: workspaceName });
  const person: BrowserKit['person'] = async (role, of = workspace) => {
    const email = `${role}@${of}.example`;
    if (people.has(email)) return email;
    const { id } = await inside('POST', '/operator/people', { email, name: `${role[0]!.toUpperCase()}${role.slice(1)} of ${of}` });
    const { secret } = await inside('POST', `/operator/people/${String(id)}/password-link`);
    await inside('POST', '/auth/password/reset', { secret, newPassword: PASSWORD });
    await inside('PUT', `/operator/people/${String(id)}/workspaces/${of}`, { role });
    people.add(email);
    return email;
  };
  let token: string | undefined;
  let tokenGoodUntil = 0;
  const call: BrowserKit['call'] = async (method, path, body, headers = {}) => {
    if (token === undefined || Date.now() > tokenGoodUntil) {
      tokenGoodUntil = Date.now() + TOKEN_USED_MS;
      const answer = await fetch(`${installation.url}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: await person('admin'), password: PASSWORD }),
      });
      const isFirst = token === undefined;
      token = ((await answer.json()) as { apiAccessToken: { token: string } }).apiAccessToken.token;
      // The gateway receives a new workspace a moment after the directory.
      const authorization = `Bearer ${token}`;
      for (let tries = 0; isFirst && tries < 300; tries++) {
        if ((await send('GET', `/groups/${workspace}/externalObjects?limit=1`, undefined, { authorization })).status === 200) break;
        await sleep(50);
      }
    }
    return send(method, path, body, { ...headers, authorization: `Bearer ${token}` });
  };
  const open: BrowserKit['open'] = async ({
    role = 'admin',
    at = '',
    signIn = true,
    context: more = {},
    url = installation.url,
    drawsMaps = options.drawsMaps ?? true,
  } = {}) => {
    const browser = await browserThat(drawsMaps);
    const context = await browser.newContext({
      viewport: { width: 1000, height: 640 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
      serviceWorkers: options.serviceWorkers ?? 'block',
      ...more,
    });
    if (!drawsMaps) await context.addInitScript(takeWebglAway);
    if (signIn) await beginSession(context, url, await person(role));
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      // Expected after a wrong password.
      if (
        message.type() === 'error' &&
        !message.location().url.endsWith('/app/session') &&
        (drawsMaps || !message.text().includes('WebGL'))
      )
        faults.push(`console: ${message.text()}`);
    });
    await page.goto(`${url}/app/#${at}`);
    if (signIn) await page.getByRole('navigation').first().waitFor();
    return { page, context, faults };
  };
  return {
    url: installation.url,
    workspace,
    workspaceName,
    open,
    call,
    inside,
    async post(elements) {
      const { status, json } = await call('POST', `/groups/${workspace}/externalObjects`, elements);
      const rejected = (json as { results?: { status: string }[] }).results?.filter((result) => result.status === 'rejected') ?? [];
      // 202: it took longer than the call waits; the read below waits longer.
      if (![200, 202].includes(status) || rejected.length > 0) throw new Error(`${status} ${JSON.stringify(json).slice(0, 500)}`);
      await call('GET', `/groups/${workspace}/externalObjects?limit=1`, undefined, {
        'waymark-position': (json as { operationId: string }).operationId,
        prefer: 'wait=30',
      });
    },
    person,
    password: PASSWORD,
    async close() {
      await Promise.all([...browsers.values()].map(async (browser) => (await browser).close()));
    },
  };
}

/** Gives a context the cookie of a new session: 0.1 to 0.2 s of CPU less than a sign-in by the form. */
async function beginSession(context: BrowserContext, url: string, email: string): Promise<void> {
  const answer = await context.request.post(`${url}/app/session`, {
    headers: { 'waymark-app': '1' },
    data: { email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${answer.status()} ${await answer.text()}`);
}

/** Runs in the page. */
function takeWebglAway(): void {
  const before = HTMLCanvasElement.prototype.getContext as (kind: string, options?: unknown) => RenderingContext | null;
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, kind: string, options?: unknown) {
      return kind.startsWith('webgl') ? null : before.call(this, kind, options);
    },
  });
}

/** Signs in by the form, which the page shows. */
export async function signInAs(page: Page, email: string): Promise<void> {
  // Independent of the language.
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button.primary').click();
  await page.getByRole('navigation').first().waitFor();
}

/** An object at a position, as an element of an update. */
export const at = (
  externalId: string,
  lat: number,
  lon: number,
  more: { title?: string; type?: string; icon?: string; fieldValues?: object[]; observedAt?: string; accuracy?: number } = {},
): object => ({
  externalId,
  locationUpdate: { newPosition: { lat, lon }, ...(more.accuracy !== undefined && { accuracy: more.accuracy }) },
  ...(more.fieldValues && { fieldValues: more.fieldValues }),
  ...(more.observedAt && { observedAt: more.observedAt }),
  initialExternalObject: {
    ...(more.title !== undefined && { title: more.title }),
    ...(more.type !== undefined && { type: more.type }),
    ...(more.icon !== undefined && { icon: more.icon }),
  },
});
