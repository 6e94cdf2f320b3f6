import { damaged, nothingShown, type PictureSize, severalFrames, trailingBytes } from './picture-fault.js';

const RIFF_HEAD_BYTES = 8;
const CHUNK_HEAD_BYTES = 8;

/**
 * Reads a still WebP file chunk by chunk to its end (RFC 9649). @returns its size in pixels
 * @throws NoPictureError, RangeError when the file ends early
 */
export function webpSize(bytes: Buffer): PictureSize {
  const end = bytes.readUInt32LE(4) + RIFF_HEAD_BYTES;
  if (end > bytes.length) throw new RangeError('The file is shorter than its header states.');
  if (end < bytes.length) throw trailingBytes(bytes.length - end);
  let canvas: PictureSize | undefined;
  let picture: PictureSize | undefined;
  for (let at = RIFF_HEAD_BYTES + 4; at < end;) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = at + CHUNK_HEAD_BYTES;
    if (data + length > end) throw damaged();
    if (name === 'ANIM' || name === 'ANMF') throw severalFrames();
    if (name === 'VP8X') canvas = { width: bytes.readUIntLE(data + 4, 3) + 1, height: bytes.readUIntLE(data + 7, 3) + 1 };
    if (name === 'VP8 ' || name === 'VP8L') {
      if (picture !== undefined) throw damaged();
      picture = name === 'VP8 ' ? lossySize(bytes, data) : losslessSize(bytes, data);
    }
    // Each chunk begins at an even offset.
    at = data + length + (length % 2);
  }
  if (picture === undefined) throw nothingShown();
  if (canvas !== undefined && (canvas.width !== picture.width || canvas.height !== picture.height)) throw damaged();
  return picture;
}

/** Size in a lossy file (RFC 6386, 9.1): a key frame, its start code, then width and height in 14 bits each. */
function lossySize(bytes: Buffer, at: number): PictureSize {
  if ((bytes.readUInt8(at) & 1) !== 0 || bytes.readUIntBE(at + 3, 3) !== 0x9d012a) throw damaged();
  return { width: bytes.readUInt16LE(at + 6) & 0x3fff, height: bytes.readUInt16LE(at + 8) & 0x3fff };
}

/** Size in a lossless file (RFC 9649, 3.4): a signature, then width and height, less one, in 14 bits each. */
function losslessSize(bytes: Buffer, at: number): PictureSize {
  if (bytes.readUInt8(at) !== 0x2f) throw damaged();
  const bits = bytes.readUInt32LE(at + 1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
