import type { views as english } from './views-english.js';

export const views: typeof english = {
  title: 'Ansichten',
  hint: 'Eine Ansicht ist, was die Karte jetzt zeigt: Ort, Ebenen, Farben.',
  none: 'Es ist noch keine Ansicht gespeichert.',
  saveThis: 'Diese Ansicht speichern',
  name: 'Name',
  shared: 'Für alle in diesem Arbeitsbereich',
  sharedBadge: 'geteilt',
  saved: 'Die Ansicht ist gespeichert.',
  deleted: 'Die Ansicht ist gelöscht.',
  rename: (name) => `${name} umbenennen`,
  newName: (name) => `Neuer Name von ${name}`,
  delete: (name) => `${name} löschen`,
  deleteTitle: 'Ansicht löschen?',
  deleteSure: (name) => `„${name}“ wird gelöscht. Die Objekte auf der Karte bleiben.`,
  deleteAct: 'Löschen',
  sharedSure: 'Alle in diesem Arbeitsbereich verlieren sie.',
};
