import type { Language } from '../preferences/preferences.js';

/** Each in itself: who can't read the present one finds the own. */
export const LANGUAGE_NAMES: Record<Exclude<Language, 'system'>, string> = { en: 'English', de: 'Deutsch' };
