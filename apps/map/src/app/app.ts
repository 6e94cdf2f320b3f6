import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CurrentAddress } from '../address/current-address.js';
import type { Api } from '../api/api.js';
import type { AppSettings } from '../api/app-settings.js';
import type { Notices } from '../notices/notices.js';
import type { Preferences } from '../preferences/preferences.js';
import type { Session } from '../session/session.js';
import type { Clock } from '../time/clock.js';
import type { Speech } from '../words/speech.js';
import type { CurrentWorkspace } from '../workspace/current-workspace.js';

/** Shared by all parts of the app; created once, in main.tsx. */
export interface App extends Speech {
  settings: AppSettings;
  address: CurrentAddress;
  preferences: Preferences;
  session: Session;
  /** Sends the token of the session with every call. */
  api: Api;
  /** The same for calls without a typed client: streams, tiles, files. */
  fetch: (request: Request) => Promise<Response>;
  workspace: CurrentWorkspace;
  notices: Notices;
  /** The current time, for ages. */
  clock: Clock;
}

const AppContext = createContext<App | undefined>(undefined);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('A component is rendered outside the app.');
  return app;
}

/**
 * For state that a feature keeps as long as the page is open and that is private to it.
 * @param make called once per app, when the feature is first used
 */
export function onePerApp<T>(make: (app: App) => T): (app: App) => T {
  const made = new WeakMap<App, { one: T }>();
  return (app) => {
    const known = made.get(app) ?? { one: make(app) };
    made.set(app, known);
    return known.one;
  };
}
