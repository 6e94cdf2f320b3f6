import type { formsEnglish } from './forms-english.js';

export const formsGerman: typeof formsEnglish = {
  sending: 'Wird gesendet …',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  offline: 'Der Server hat nicht geantwortet. Nichts ging verloren; versuchen Sie es noch einmal.',
};
