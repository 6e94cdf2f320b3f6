import { jpegSize } from './jpeg.js';
import { NoPictureError, type PictureSize } from './picture-fault.js';
import { pngSize } from './png.js';
import { webpSize } from './webp.js';

export interface PictureKind extends PictureSize {
  mediaType: PictureType;
}

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

const READERS: readonly { mediaType: PictureType; begins: (bytes: Buffer) => boolean; size: (bytes: Buffer) => PictureSize }[] = [
  { mediaType: 'image/jpeg', begins: (bytes) => bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8, size: jpegSize },
  { mediaType: 'image/png', begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), size: pngSize },
  {
    mediaType: 'image/webp',
    begins: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    size: webpSize,
  },
];

/**
 * The kind of a picture by its bytes, independent of the request's headers. The file is read from its first part to its last: a file
 * that ends early, or has more bytes after its end, is not accepted. Nothing is decoded.
 * @throws NoPictureError
 */
export function pictureKind(bytes: Buffer): PictureKind {
  const reader = READERS.find(({ begins }) => begins(bytes));
  if (reader === undefined) throw new NoPictureError('The body is not a JPEG, PNG or WebP file.');
  const { width, height } = size(reader.size, bytes);
  if (width === 0 || height === 0) throw new NoPictureError('The file does not state its size in pixels; save the picture again.');
  return { mediaType: reader.mediaType, width, height };
}

function size(read: (bytes: Buffer) => PictureSize, bytes: Buffer): PictureSize {
  try {
    return read(bytes);
  } catch (error) {
    // The reader went past the end of the file.
    if (error instanceof RangeError) throw new NoPictureError('The file ends before the end of the picture; send the complete file.');
    throw error;
  }
}
