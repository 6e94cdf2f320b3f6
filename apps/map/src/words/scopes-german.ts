import type { Scope } from '#contracts/directory/scopes.js';

/** What each permission of a token allows. */
export const scopesGerman: Readonly<Record<Scope, string>> = {
  'objects:write': 'Objekte anlegen, melden, bearbeiten, archivieren und zurückholen, und die Vorgänge nachsehen.',
  'objects:read': 'Objekte und ihren Verlauf lesen.',
  'feed:read': 'Änderungen abrufen.',
  'reports:read': 'Berichte über Bewegung, Verbrauch und Zugriffe lesen.',
  'boards:write': 'Umfragen und Übersichten anlegen, ändern, schließen und löschen, und gespeicherte Ansichten teilen.',
  'areas:write': 'Bereiche anlegen, ändern, importieren und löschen.',
  'shares:write': 'Freigabelinks anlegen, auflisten und widerrufen.',
  'usage:read': 'Lesen, wie viel der Arbeitsbereich von den Grenzen seines Tarifs verbraucht hat.',
  'webhooks:admin': 'Webhooks anlegen, ändern, testen, wiederholen und entfernen.',
  'fields:admin': 'Felder definieren und gemeldete Felder prüfen.',
  'objects:erase': 'Objekte mit allen ihren Daten löschen.',
  'retention:admin': 'Festlegen, wie lange der Arbeitsbereich Daten aufbewahrt.',
  'holds:admin': 'Objekte oder den Arbeitsbereich rechtlich sperren und freigeben.',
  'audit:read': 'Lesen, wer was geändert hat: Personen, Tokens, Freigabelinks, Felder, Aufbewahrung, Umfragen, Übersichten.',
  'tokens:admin': 'Tokens des Arbeitsbereichs anlegen, auflisten und widerrufen.',
  'people:admin': 'Personen Rollen im Arbeitsbereich geben.',
  operator: 'Die Installation betreiben: Arbeitsbereiche, Tarife, Personen, Tokens, Schlüssel.',
};
