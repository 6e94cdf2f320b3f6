import { type ObjectIconName, PICTURES } from '../icons/pictures.js';
import { distanceField } from './distance-field.js';

/** Pixels of the image and of the disc in it; the halo needs the room around the disc. */
const SIZE = 64;
const DISC = 48;
const GRID = 24;
/** Width of the outline as a share of the disc's. */
const OUTLINE_SHARE = 0.68;
const STROKE = 2.3;
const drawn = new Map<ObjectIconName, ImageData>();

export const imageOf = (name: ObjectIconName): string => `object-${name}`;

/**
 * A disc with the outline of an icon cut out of it, as a distance field: the disc has the colour of the object, and its halo, which also
 * fills the cut-out, the colour of the icon.
 */
export function iconImage(name: ObjectIconName): ImageData {
  const known = drawn.get(name);
  if (known !== undefined) return known;
  const pen = new OffscreenCanvas(SIZE, SIZE).getContext('2d', { willReadFrequently: true })!;
  pen.translate(SIZE / 2, SIZE / 2);
  pen.beginPath();
  pen.arc(0, 0, DISC / 2, 0, 2 * Math.PI);
  pen.fill();
  const scale = (DISC * OUTLINE_SHARE) / GRID;
  pen.scale(scale, scale);
  pen.translate(-GRID / 2, -GRID / 2);
  pen.globalCompositeOperation = 'destination-out';
  pen.lineWidth = STROKE;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.stroke(new Path2D(PICTURES[name]));
  const image = pen.getImageData(0, 0, SIZE, SIZE);
  const field = distanceField(
    Float64Array.from({ length: SIZE * SIZE }, (_, at) => image.data[4 * at + 3]! / 255),
    SIZE,
    SIZE,
  );
  for (const [at, value] of field.entries()) image.data[4 * at + 3] = value;
  drawn.set(name, image);
  return image;
}
