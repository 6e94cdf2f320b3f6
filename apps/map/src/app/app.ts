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

/** Shared by all parts of the app: created once in main.tsx, and found nowhere else. */
export interface App extends Speech {
  settings: AppSettings;
  address: CurrentAddress;
  preferences: Preferences;
  session: Session;
  /** Calls bear the token of the session. */
  api: Api;
  /** The same for what has no type: streams, tiles, files. */
  fetch: (request: Request) => Promise<Response>;
  workspace: CurrentWorkspace;
  notices: Notices;
  /** What time it is, for ages. */
  clock: Clock;
}

const AppContext = createContext<App | undefined>(undefined);
export const AppProvider = AppContext.Provider;

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('A part of the app stands outside of it.');
  return app;
}

/**
 * For what a feature keeps as long as the page is open, and the rest of the app does not know.
 * @param make called once an app, when the feature is first used
 */
export function onePerApp<T>(make: (app: App) => T): (app: App) => T {
  const made = new WeakMap<App, { one: T }>();
  return (app) => {
    const known = made.get(app) ?? { one: make(app) };
    made.set(app, known);
    return known.one;
  };
}
