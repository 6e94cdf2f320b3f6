import type { Scope } from '#contracts/directory/scopes.js';

/** What each permission of a token allows. */
export const scopesGerman: Readonly<Record<Scope, string>> = {
  'objects:write': 'Objekte anlegen, aktualisieren, bearbeiten, archivieren und wiederherstellen sowie Vorgänge abfragen.',
  'objects:read': 'Objekte und ihren Verlauf lesen.',
  'feed:read': 'Änderungen abrufen.',
  'reports:read': 'Berichte über Bewegung, Verbrauch und Zugriffe lesen.',
  'boards:write': 'Umfragen und Übersichten anlegen, ändern, schließen und löschen sowie gespeicherte Ansichten teilen.',
  'areas:write': 'Bereiche anlegen, ändern, importieren und löschen.',
  'shares:write': 'Freigabelinks anlegen, auflisten und widerrufen.',
  'usage:read': 'Den Verbrauch des Arbeitsbereichs und die Limits seines Tarifs lesen.',
  'webhooks:admin': 'Webhooks anlegen, ändern, testen, wiederholen und entfernen.',
  'fields:admin': 'Felder definieren und gemeldete Felder prüfen.',
  'objects:erase': 'Objekte mit allen ihren Daten löschen.',
  'retention:admin': 'Festlegen, wie lange der Arbeitsbereich Daten aufbewahrt.',
  'holds:admin': 'Objekte oder den Arbeitsbereich rechtlich sperren und freigeben.',
  'audit:read': 'Das Änderungsprotokoll lesen: Personen, Tokens, Freigabelinks, Felder, Aufbewahrung, Umfragen, Übersichten.',
  'tokens:admin': 'Tokens des Arbeitsbereichs anlegen, auflisten und widerrufen.',
  'people:admin': 'Personen im Arbeitsbereich Rollen zuweisen.',
  operator: 'Die Installation betreiben: Arbeitsbereiche, Tarife, Personen, Tokens, Schlüssel.',
};
