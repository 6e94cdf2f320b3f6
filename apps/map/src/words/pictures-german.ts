import type { picturesEnglish } from './pictures-english.js';

/** Texts of the picture of an object, in German. */
export const picturesGerman: typeof picturesEnglish = {
  one: 'Bild',
  another: 'Anderes Bild',
  take: 'Bild aufnehmen',
  choose: 'Bild auswählen',
  remove: 'Bild entfernen',
  removed: 'Das Bild wird beim Speichern entfernt.',
  keep: 'Behalten',
  chosen: 'Das ausgewählte Bild',
  preparing: 'Das Bild wird verkleinert …',
  notAPicture: 'Diese Datei ist kein Bild, das der Browser öffnen kann.',
  tooLarge: 'Dieses Bild ist auch verkleinert zu groß zum Speichern.',
  larger: 'Bild vergrößern',
  notShown: 'Das Bild konnte nicht geladen werden.',
  uploading: 'Das Bild wird hochgeladen …',
  notUploaded: (name: string, why: string) => `${name} wurde angelegt, aber das Bild wurde nicht gespeichert: ${why}`,
  without: 'Ohne Bild fortfahren',
  notQueued: 'Das Bild bleibt nicht auf diesem Gerät. Fügen Sie es dem Objekt hinzu, sobald es gesendet ist.',
};
