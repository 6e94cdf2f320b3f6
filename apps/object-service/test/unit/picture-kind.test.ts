import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXTENDED_WEBP, JPEG, LOSSLESS_WEBP, LOSSY_WEBP, png, pngChunk } from '#testing/sample-pictures.js';
import { NoPictureError } from '../../src/pictures/picture-fault.js';
import { pictureKind } from '../../src/pictures/picture-kind.js';

const SAMPLES: [name: string, bytes: Buffer, mediaType: string][] = [
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a PNG', png(12, 9), 'image/png'],
  ['a lossy WebP', LOSSY_WEBP, 'image/webp'],
  ['a lossless WebP', LOSSLESS_WEBP, 'image/webp'],
  ['a WebP with a colour profile', EXTENDED_WEBP, 'image/webp'],
];

const faultOf = (bytes: Buffer): string => {
  try {
    pictureKind(bytes);
  } catch (error) {
    if (error instanceof NoPictureError) return error.message;
    throw error;
  }
  return '';
};

describe('the kind of a file, by its bytes', () => {
  it.each(SAMPLES)('%s, with its size', (_name, bytes, mediaType) => {
    expect(pictureKind(bytes)).toEqual({ mediaType, width: 12, height: 9 });
  });

  it.each(SAMPLES)('%s truncated anywhere is not a picture', (_name, bytes) => {
    for (let length = 0; length < bytes.length; length++)
      expect(faultOf(bytes.subarray(0, length)), `${length} of ${bytes.length} bytes`).not.toBe('');
    expect(faultOf(bytes.subarray(0, bytes.length - 1))).toMatch(/ends before the end of the picture/);
  });

  it.each(SAMPLES)('%s with data after its end, such as a page or an archive, is not a picture', (_name, bytes) => {
    for (const more of ['\n', '<script>alert(1)</script>', 'PK\x03\x04', JPEG.toString('latin1')]) {
      expect(faultOf(Buffer.concat([bytes, Buffer.from(more, 'latin1')]))).toMatch(new RegExp(`has ${more.length} extra bytes`));
    }
  });

  it.each([
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')],
    ['a page', Buffer.from('<!doctype html><script></script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', Buffer.alloc(0)],
    ['a page before a picture', Buffer.concat([Buffer.from('<html>'), JPEG])],
  ])('%s is not a picture', (_name, bytes) => {
    expect(faultOf(bytes)).toBe('The body is not a JPEG, PNG or WebP file.');
  });

  it('is judged by the sides that the file names', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }), (width, height) => {
        expect(pictureKind(png(width, height))).toEqual({ mediaType: 'image/png', width, height });
      }),
      { numRuns: 50 },
    );
    expect(faultOf(png(0, 9))).toMatch(/does not state its size in pixels/);
  });

  it('is damaged if a checksum is wrong, or if chunks are out of order', () => {
    const spoilt = png(12, 9);
    spoilt[spoilt.length - 20]! ^= 1;
    expect(faultOf(spoilt)).toMatch(/damaged/);
    const whole = png(12, 9);
    expect(faultOf(Buffer.concat([whole.subarray(0, 8), pngChunk('tEXt', Buffer.from('a')), whole.subarray(8)]))).toMatch(/damaged/);
    expect(faultOf(Buffer.concat([whole.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))]))).toMatch(/contains no picture/);
  });

  it('is refused if the canvas differs from the picture, or if it has several frames', () => {
    const wide = Buffer.from(EXTENDED_WEBP);
    wide.writeUIntLE(4000, 24, 3);
    expect(faultOf(wide)).toMatch(/damaged/);
    const frames = Buffer.concat([EXTENDED_WEBP, Buffer.from('ANMF\x02\x00\x00\x00\x00\x00', 'latin1')]);
    frames.writeUInt32LE(frames.length - 8, 4);
    expect(faultOf(frames)).toMatch(/several frames/);
  });

  it('never fails in another way, whatever is changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SAMPLES.map(([, bytes]) => bytes)),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 }),
        (bytes, changes) => {
          const changed = Buffer.from(bytes);
          for (const [at, value] of changes) changed[at % changed.length] = value;
          expect(typeof faultOf(changed)).toBe('string');
        },
      ),
      { numRuns: 5000 },
    );
  });
});
