import { effect, type Signal, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export const LANGUAGES = ['system', 'en', 'de'] as const;
export const UNITS = ['metric', 'imperial', 'nautical'] as const;
export type Theme = (typeof THEMES)[number];
export type Language = (typeof LANGUAGES)[number];
export type Units = (typeof UNITS)[number];

const STORED_AS = 'waymark.preferences';

/** The settings of this device, stored in the browser if it has storage. None of them is a secret. */
export class Preferences {
  readonly theme: Signal<Theme>;
  readonly language: Signal<Language>;
  readonly units: Signal<Units>;
  /** An IANA name such as Europe/Berlin; empty: the device's time zone. */
  readonly timeZone: Signal<string>;
  /** Id of the workspace that was last open. */
  readonly workspace: Signal<string>;

  /** The basemap; empty: the installation's default. */
  readonly basemap: Signal<string>;

  constructor() {
    const stored = read();
    this.theme = signal(oneOf(THEMES, stored.theme));
    this.language = signal(oneOf(LANGUAGES, stored.language));
    this.units = signal(oneOf(UNITS, stored.units));
    this.timeZone = signal(isTimeZone(stored.timeZone) ? stored.timeZone : '');
    this.workspace = signal(typeof stored.workspace === 'string' ? stored.workspace : '');
    this.basemap = signal(typeof stored.basemap === 'string' ? stored.basemap : '');
    effect(() =>
      write({
        theme: this.theme.value,
        language: this.language.value,
        units: this.units.value,
        timeZone: this.timeZone.value,
        workspace: this.workspace.value,
        basemap: this.basemap.value,
      }),
    );
  }
}

function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === '') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const oneOf = <T extends string>(known: readonly [T, ...T[]], value: unknown): T => known.find((each) => each === value) ?? known[0];

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(values: Record<string, string>): void {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(values));
  } catch {
    // Without storage, the setting lasts until the page is closed.
  }
}
