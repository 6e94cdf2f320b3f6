import type { Language } from '../preferences/preferences.js';

/** Each in its own language, so that people find theirs even if they cannot read the current one. */
export const LANGUAGE_NAMES: Record<Exclude<Language, 'system'>, string> = { en: 'English', de: 'Deutsch' };
