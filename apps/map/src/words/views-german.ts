import type { views as english } from './views-english.js';

export const views: typeof english = {
  title: 'Ansichten',
  hint: 'Eine Ansicht speichert den aktuellen Ausschnitt, die Ebenen und Farben der Karte.',
  none: 'Es gibt noch keine gespeicherten Ansichten.',
  saveThis: 'Diese Ansicht speichern',
  name: 'Name',
  shared: 'Für alle in diesem Arbeitsbereich',
  sharedBadge: 'geteilt',
  saved: 'Die Ansicht wurde gespeichert.',
  deleted: 'Die Ansicht wurde gelöscht.',
  rename: (name) => `${name} umbenennen`,
  newName: (name) => `Neuer Name für ${name}`,
  delete: (name) => `${name} löschen`,
  deleteTitle: 'Ansicht löschen?',
  deleteSure: (name) => `„${name}“ wird gelöscht. Die Objekte auf der Karte sind davon nicht betroffen.`,
  deleteAct: 'Löschen',
  sharedSure: 'Sie wird für alle in diesem Arbeitsbereich gelöscht.',
};
