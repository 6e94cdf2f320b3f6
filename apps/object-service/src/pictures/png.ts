import { crc32 } from 'node:zlib';
import { damaged, nothingShown, type PictureSize, trailingBytes } from './picture-fault.js';

const SIGNATURE_BYTES = 8;
/** Bytes of a chunk besides its data: length, name and checksum. */
const CHUNK_FRAME_BYTES = 12;
const HEADER_BYTES = 13;

/**
 * Reads a PNG file chunk by chunk to its end and verifies the checksums (RFC 2083 and W3C PNG, 5.3). @returns its size in pixels
 * @throws NoPictureError, RangeError when the file ends early
 */
export function pngSize(bytes: Buffer): PictureSize {
  let size: PictureSize | undefined;
  let hasData = false;
  for (let at = SIGNATURE_BYTES; ;) {
    const length = bytes.readUInt32BE(at);
    const checksum = bytes.readUInt32BE(at + length + 8);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== checksum) throw damaged();
    if ((name === 'IHDR') !== (size === undefined)) throw damaged();
    if (name === 'IHDR') {
      if (length !== HEADER_BYTES) throw damaged();
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    hasData ||= name === 'IDAT';
    at += length + CHUNK_FRAME_BYTES;
    if (name !== 'IEND') continue;
    if (at !== bytes.length) throw trailingBytes(bytes.length - at);
    if (!hasData) throw nothingShown();
    return size!;
  }
}
