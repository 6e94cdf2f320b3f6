import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Preferences } from '../preferences/preferences.js';
import type { Words } from './english.js';
import { createFormat, type Format } from './format.js';

/** Separate files, so that only the chosen language is loaded. */
const CATALOGUES = {
  en: () => import('./english.js').then(({ english }) => english),
  de: () => import('./german.js').then(({ german }) => german),
} satisfies Record<string, () => Promise<Words>>;
type Language = keyof typeof CATALOGUES;

/** The texts of the app, and its formats of numbers and times, by the person's preferences. */
export interface Speech {
  words: ReadonlySignal<Words>;
  format: ReadonlySignal<Format>;
}

/**
 * Resolves when the texts of the chosen language are loaded. Another language is shown once it is loaded.
 * @throws Error if no catalogue can be loaded
 */
export async function createSpeech(preferences: Preferences): Promise<Speech> {
  const language = computed((): Language =>
    preferences.language.value === 'system' ? languageOf(navigator.languages) : preferences.language.value,
  );
  const current = signal({ language: language.peek(), words: await CATALOGUES[language.peek()]() });
  effect(() => {
    const wanted = language.value;
    if (wanted === current.peek().language) return;
    CATALOGUES[wanted]().then(
      (words) => void (language.peek() === wanted && (current.value = { language: wanted, words })),
      (error: unknown) => console.error(error),
    );
  });
  return {
    words: computed(() => current.value.words),
    format: computed(() =>
      createFormat(localeOf(current.value.language, navigator.languages), preferences.units.value, preferences.timeZone.value),
    ),
  };
}

function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.split('-')[0]!.toLowerCase();
    if (Object.hasOwn(CATALOGUES, language)) return language as Language;
  }
  return 'en';
}

/** The device's regional variant of the language (en-GB, de-CH), for numbers and dates. */
const localeOf = (language: string, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
