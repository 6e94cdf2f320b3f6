import { OBJECT_ICONS, type ObjectIconName, PICTURES } from './pictures.js';

/** Words in types, in addition to the picture's name, in lower case: an object with such a type needs no explicit icon. */
const TYPE_WORDS: Readonly<Record<ObjectIconName, readonly string[]>> = {
  van: ['lieferwagen', 'transporter'],
  truck: ['lorry', 'lastwagen', 'lkw'],
  car: ['auto', 'pkw'],
  bus: ['coach', 'minibus'],
  bike: ['bicycle', 'cargo bike', 'cargo-bike', 'fahrrad', 'lastenrad'],
  forklift: ['gabelstapler', 'stapler'],
  crane: ['kran'],
  excavator: ['digger', 'bagger'],
  ship: ['boat', 'vessel', 'schiff', 'boot'],
  plane: ['aircraft', 'drone', 'flugzeug', 'drohne'],
  trailer: ['anhänger'],
  container: [],
  box: ['package', 'parcel', 'kiste', 'paket'],
  pallet: ['palette'],
  tool: ['werkzeug'],
  machine: ['maschine'],
  sensor: ['tracker', 'beacon'],
  person: ['worker', 'mitarbeiter'],
  building: ['gebäude', 'warehouse', 'lager'],
};

/** Each word of a type, in lower case, with its picture. */
export const PICTURE_OF_TYPE: ReadonlyMap<string, ObjectIconName> = new Map(
  OBJECT_ICONS.flatMap((name) => [name, ...TYPE_WORDS[name]].map((word) => [word, name] as const)),
);

/** The picture of an object: its own, or else that of its type; undefined if neither is known; then the object is a dot. */
export function iconOf({ icon, type }: { icon?: string; type?: string }): ObjectIconName | undefined {
  if (icon !== undefined && Object.hasOwn(PICTURES, icon)) return icon as ObjectIconName;
  return PICTURE_OF_TYPE.get((type ?? '').toLowerCase());
}
