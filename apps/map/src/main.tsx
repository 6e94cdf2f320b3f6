import './design/fonts.css';
import './design/tokens.css';
import './design/base.css';
import './design/forms.css';
import './design/page.css';
import './design/menu-button.css';
import { render } from 'preact';
import { parseAddress } from './address/address.js';
import { CurrentAddress } from './address/current-address.js';
import { authorisedFetch, createApi } from './api/api.js';
import { type AppSettings, readAppSettings } from './api/app-settings.js';
import { type App, AppProvider } from './app/app.js';
import { applyTheme } from './design/theme.js';
import { Notices } from './notices/notices.js';
import { startWorker } from './offline/start-worker.js';
import { Preferences } from './preferences/preferences.js';
import { scanQueueOf } from './scan-queue/scan-queue.js';
import { cameBack } from './session/provider-sign-in.js';
import { Session } from './session/session.js';
import { type Pages, Shell } from './shell/shell.js';
import { Clock } from './time/clock.js';
import { createSpeech } from './words/speech.js';
import { CurrentWorkspace } from './workspace/current-workspace.js';

const RETRY_MS = 2000;

/** The pages of the app. Each is a separate file, loaded when it is first opened. */
const PAGES: Pages = {
  Map: () => import('./pages/map-page.js').then(({ MapPage }) => MapPage),
  Scan: () => import('./pages/scan-page.js').then(({ ScanPage }) => ScanPage),
  Dashboards: () => import('./dashboards/dashboards-page.js').then(({ DashboardsPage }) => DashboardsPage),
  Polls: () => import('./polls/polls-page.js').then(({ PollsPage }) => PollsPage),
  Settings: () => import('./pages/settings-page.js').then(({ SettingsPage }) => SettingsPage),
};

/** The composition root: creates everything that exists as long as the page. */
async function start(): Promise<void> {
  const preferences = new Preferences();
  const language = await createSpeech(preferences);
  applyTheme(preferences, language);
  const root = document.getElementById('app')!;
  const settings = await settled(root, language.words.value.app.unreachable);
  const address = new CurrentAddress();
  const session = new Session();
  const api = createApi(session);
  const workspace = new CurrentWorkspace(session, address, preferences, api);
  const app: App = {
    ...language,
    settings,
    address,
    preferences,
    session,
    api,
    fetch: authorisedFetch(session),
    workspace,
    notices: new Notices(),
    clock: new Clock(),
  };
  // Sends scans that are stored from the last visit.
  scanQueueOf(app);
  root.replaceChildren();
  render(
    <AppProvider value={app}>
      <Shell pages={PAGES} />
    </AppProvider>,
    root,
  );
  await Promise.all([enter(app), startWorker().catch((error: unknown) => console.error(error))]);
}

/** Signs in by a share link, by the return from an OpenID provider, or by the session of the last visit. */
async function enter({ address, session, notices }: App): Promise<void> {
  const { more } = address.now.peek();
  // Older links, from before share codes, contain the token itself.
  const { s: code, share: token, oidc } = more;
  addEventListener('hashchange', () => {
    // If the link has changed meanwhile, its own run handles it.
    const { s, share } = address.now.peek().more;
    if (s !== code || share !== token) location.reload();
  });
  if (code !== undefined) {
    await session.openShareLink(code);
    const ids = session.shown.peek()?.shows.ids;
    // A link to a single object opens it; an embedded map shows only the map.
    if (ids?.length === 1 && more.embed === undefined) address.replace({ id: ids[0] });
    return;
  }
  if (token !== undefined) return session.useSharedToken(token);
  const left = oidc === undefined ? undefined : cameBack();
  if (oidc !== undefined) address.replace(parseAddress(left?.fragment ?? ''));
  if (oidc !== undefined && left !== undefined) {
    try {
      return await session.signInByProvider(oidc, left.verifier);
    } catch (error) {
      notices.warn((error as Error).message);
    }
  }
  await session.start();
}

async function settled(root: HTMLElement, unreachable: string): Promise<AppSettings> {
  for (;;) {
    try {
      return await readAppSettings();
    } catch {
      root.textContent = unreachable;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

void start();
