import type { retentionEnglish } from './retention-english.js';

export const retentionGerman: typeof retentionEnglish = {
  title: 'Wie lange Daten bleiben',
  text:
    'Der Verlauf enthält die früheren Positionen und Feldwerte jedes Objekts. Das Objekt selbst bleibt in ' +
    'seinem letzten Zustand, bis es gelöscht wird.',
  historyDays: 'Tage des Verlaufs',
  historyHint: 'Leer: so lange.',
  planKeeps: (days) => (days === '1' ? 'Der Tarif hebt 1 Tag auf.' : `Der Tarif hebt ${days} Tage auf.`),
  planKeepsAll: 'Der Tarif setzt keine Grenze: Der Verlauf bleibt, solange diese Installation ihn aufhebt.',
  eraseAfterDays: 'Stille Objekte löschen nach (Tagen)',
  eraseHint: 'Ab der letzten Änderung, archiviert oder nicht. Leer: Keines wird automatisch gelöscht.',
  byType: 'Typen mit eigener Regel',
  byTypeHint: 'Für leere Felder gelten die Werte oben.',
  type: 'Typ',
  addType: 'Typ hinzufügen',
  removeType: (type) => `Regel für ${type} entfernen`,
  saved: 'Die Regeln sind gespeichert.',
  sure: 'Das löscht Daten',
  lossOfAll: {
    history: (days) => `Verlauf, der älter ist als ${days === '1' ? '1 Tag' : `${days} Tage`}, wird gelöscht, binnen etwa einer Woche.`,
    objects: (days) =>
      `Objekte, an denen sich seit ${days === '1' ? '1 Tag' : `${days} Tagen`} nichts geändert hat, werden ` +
      'gelöscht, mit allem, was zu ihnen gespeichert ist.',
  },
  lossOfType: {
    history: (type, days) =>
      `Bei Objekten vom Typ ${type} wird Verlauf gelöscht, der älter ist als ${days === '1' ? '1 Tag' : `${days} Tage`}.`,
    objects: (type, days) =>
      `Objekte vom Typ ${type}, an denen sich seit ${days === '1' ? '1 Tag' : `${days} Tagen`} nichts ` +
      'geändert hat, werden gelöscht, mit allem, was zu ihnen gespeichert ist.',
  },
  sureText: 'Es beginnt sofort und lässt sich nicht rückgängig machen. Rechtlich gesperrte Daten bleiben bis zur Freigabe.',
  shorten: 'Kürzer aufbewahren',
  holds: 'Rechtliche Sperren',
  holdsText:
    'Solange eine rechtliche Sperre gilt, wird darunter nichts gelöscht: nicht durch die Regeln oben, ' +
    'nicht von Hand, nicht mit dem Arbeitsbereich.',
  holdWorkspace: 'Ganzen Arbeitsbereich sperren',
  releaseWorkspace: 'Arbeitsbereich freigeben',
  workspaceHeldSince: (when) => `Der ganze Arbeitsbereich ist seit ${when} rechtlich gesperrt.`,
  workspaceHeld: 'Der Arbeitsbereich ist rechtlich gesperrt.',
  workspaceReleased: 'Der Arbeitsbereich ist freigegeben.',
  workspaceReasonHint: 'Die Admins des Arbeitsbereichs und die Betreiber lesen ihn.',
  putBy: (name) => `Gesperrt von ${name}.`,
  operatorReleases: 'Ein Betreiber hat gesperrt; nur ein Betreiber gibt frei.',
  objects: 'Gesperrte Objekte',
  noneHeld: 'Kein Objekt ist für sich gesperrt.',
  holdObject: 'Objekt sperren',
  holdThis: 'Rechtlich sperren',
  heldSince: (when) => `Rechtlich gesperrt seit ${when}.`,
  heldText: 'Vor der Freigabe wird nichts davon gelöscht.',
  objectHeld: (id) => `${id} ist rechtlich gesperrt.`,
  objectReleased: (id) => `${id} ist freigegeben.`,
  objectId: 'Kennung des Objekts',
  idMissing: 'Geben Sie die Kennung eines Objekts an.',
  reason: 'Grund',
  reasonHint: 'Wer die Topics dieses Arbeitsbereichs liest, kann ihn lesen: Nennen Sie den Fall, nicht, worum es geht.',
  reasonMissing: 'Geben Sie einen Grund an.',
  since: 'Seit',
  by: 'Von',
  hold: 'Sperren',
  release: 'Freigeben',
  releaseOf: (id) => `${id} freigeben?`,
  releaseText: 'Die Aufbewahrungsregeln gelten wieder: Ältere Daten werden endgültig gelöscht.',
};
