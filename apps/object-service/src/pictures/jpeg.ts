import { damaged, nothingShown, type PictureSize, severalFrames, trailingBytes } from './picture-fault.js';

const [SOI, EOI, SOS, TEM] = [0xd8, 0xd9, 0xda, 0x01];
/** Whether a marker begins a frame (ITU-T T.81, B.1.1.3). Three markers in this range begin tables instead. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/**
 * Reads a JPEG file segment by segment to its end (ITU-T T.81, annex B). @returns its size in pixels
 * @throws NoPictureError, RangeError when the file ends early
 */
export function jpegSize(bytes: Buffer): PictureSize {
  let size: PictureSize | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    const marker = markerAt(bytes, at);
    at = marker.next;
    if (marker.code === EOI) {
      if (at !== bytes.length) throw trailingBytes(bytes.length - at);
      if (size === undefined || scans === 0) throw nothingShown();
      return size;
    }
    if (marker.code === SOI || marker.code === 0) throw damaged();
    if (marker.code === TEM || isRestart(marker.code)) continue;
    const length = bytes.readUInt16BE(at);
    if (length < 2) throw damaged();
    if (isFrame(marker.code)) {
      if (size !== undefined) throw severalFrames();
      size = { height: bytes.readUInt16BE(at + 3), width: bytes.readUInt16BE(at + 5) };
    }
    at += length;
    if (marker.code === SOS) {
      scans += 1;
      at = behindScan(bytes, at);
    }
  }
}

/** The marker at a position, after any number of 0xFF bytes. */
function markerAt(bytes: Buffer, at: number): { code: number; next: number } {
  if (bytes.readUInt8(at) !== 0xff) throw damaged();
  let next = at + 1;
  while (bytes.readUInt8(next) === 0xff) next += 1;
  return { code: bytes.readUInt8(next), next: next + 1 };
}

/** Position of the marker after a scan. Within a scan, 0xFF is only followed by 0 or a restart marker. */
function behindScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes.readUInt8(at + 1);
    if (code !== 0 && code !== 0xff && !isRestart(code)) return at;
  }
  throw new RangeError('The scan has no end.');
}
