import type { retentionEnglish } from './retention-english.js';

export const retentionGerman: typeof retentionEnglish = {
  title: 'Aufbewahrungsdauer',
  text:
    'Der Verlauf enthält die früheren Positionen und Feldwerte jedes Objekts. Das Objekt selbst behält ' +
    'seinen letzten Zustand, bis es gelöscht wird.',
  historyDays: 'Verlauf in Tagen',
  historyHint: 'Leer: das Maximum.',
  planKeeps: (days) => (days === '1' ? 'Der Tarif bewahrt 1 Tag auf.' : `Der Tarif bewahrt ${days} Tage auf.`),
  planKeepsAll: 'Der Tarif setzt kein Limit: Der Verlauf bleibt so lange, wie diese Installation ihn aufbewahrt.',
  eraseAfterDays: 'Inaktive Objekte löschen nach (Tagen)',
  eraseHint: 'Gezählt ab der letzten Änderung, archiviert oder nicht. Leer: kein automatisches Löschen.',
  byType: 'Regeln für einzelne Typen',
  byTypeHint: 'Für leere Felder gelten die Werte oben.',
  type: 'Typ',
  addType: 'Typ hinzufügen',
  removeType: (type) => `Regel für ${type} entfernen`,
  saved: 'Die Regeln wurden gespeichert.',
  confirmTitle: 'Daten werden gelöscht',
  lossOfAll: {
    history: (days) =>
      `Verlauf, der älter ist als ${days === '1' ? '1 Tag' : `${days} Tage`}, wird innerhalb von etwa einer Woche gelöscht.`,
    objects: (days) =>
      `Objekte, die sich seit ${days === '1' ? '1 Tag' : `${days} Tagen`} nicht geändert haben, werden ` + 'mit allen Daten gelöscht.',
  },
  lossOfType: {
    history: (type, days) =>
      `Bei Objekten vom Typ ${type} wird Verlauf gelöscht, der älter ist als ${days === '1' ? '1 Tag' : `${days} Tage`}.`,
    objects: (type, days) =>
      `Objekte vom Typ ${type}, die sich seit ${days === '1' ? '1 Tag' : `${days} Tagen`} nicht ` +
      'geändert haben, werden mit allen Daten gelöscht.',
  },
  confirmText: 'Das Löschen beginnt sofort und lässt sich nicht rückgängig machen. Rechtlich gesperrte Daten bleiben bis zur Freigabe.',
  shorten: 'Kürzer aufbewahren',
  holds: 'Rechtliche Sperren',
  holdsText: 'Rechtlich gesperrte Daten werden nicht gelöscht: weder durch die Regeln oben ' + 'noch von Hand noch mit dem Arbeitsbereich.',
  holdWorkspace: 'Gesamten Arbeitsbereich sperren',
  releaseWorkspace: 'Arbeitsbereich freigeben',
  workspaceHeldSince: (when) => `Der ganze Arbeitsbereich ist seit ${when} rechtlich gesperrt.`,
  workspaceHeld: 'Der Arbeitsbereich ist rechtlich gesperrt.',
  workspaceReleased: 'Der Arbeitsbereich wurde freigegeben.',
  workspaceReasonHint: 'Sichtbar für Admins des Arbeitsbereichs und Betreiber.',
  putBy: (name) => `Gesperrt von ${name}.`,
  operatorReleases: 'Von einem Betreiber gesperrt; nur ein Betreiber kann freigeben.',
  objects: 'Gesperrte Objekte',
  noneHeld: 'Keine einzelnen Objekte sind gesperrt.',
  holdObject: 'Objekt sperren',
  holdThis: 'Rechtlich sperren',
  heldSince: (when) => `Rechtlich gesperrt seit ${when}.`,
  heldText: 'Die Daten bleiben bis zur Freigabe erhalten.',
  objectHeld: (id) => `${id} ist rechtlich gesperrt.`,
  objectReleased: (id) => `${id} wurde freigegeben.`,
  objectId: 'ID des Objekts',
  idMissing: 'Geben Sie die ID eines Objekts ein.',
  reason: 'Grund',
  reasonHint: 'Sichtbar für alle, die die Topics dieses Arbeitsbereichs lesen: Nennen Sie den Fall, nicht den Inhalt.',
  reasonMissing: 'Geben Sie einen Grund ein.',
  since: 'Seit',
  by: 'Von',
  hold: 'Sperren',
  release: 'Freigeben',
  releaseOf: (id) => `${id} freigeben?`,
  releaseText: 'Die Aufbewahrungsregeln gelten wieder: Ältere Daten werden endgültig gelöscht.',
};
