import type { picturesEnglish } from './pictures-english.js';

/** Texts of the picture of an object, in German. */
export const picturesGerman: typeof picturesEnglish = {
  one: 'Bild',
  another: 'Ein anderes Bild',
  take: 'Bild aufnehmen',
  choose: 'Bild auswählen',
  remove: 'Bild entfernen',
  removed: 'Das Bild wird beim Speichern entfernt.',
  keep: 'Behalten',
  chosen: 'Das Bild, das Sie ausgewählt haben',
  preparing: 'Das Bild wird verkleinert …',
  notAPicture: 'Diese Datei ist kein Bild, das der Browser öffnen kann.',
  tooLarge: 'Dieses Bild lässt sich nicht klein genug machen, um es zu speichern.',
  larger: 'Bild größer zeigen',
  notShown: 'Das Bild ließ sich nicht laden.',
  uploading: 'Das Bild wird gesendet …',
  notUploaded: (name: string, why: string) => `${name} ist angelegt, aber das Bild wurde nicht gespeichert: ${why}`,
  without: 'Ohne Bild weitermachen',
  notQueued: 'Das Bild bleibt nicht auf diesem Gerät. Fügen Sie es dem Objekt hinzu, sobald es gesendet ist.',
};
