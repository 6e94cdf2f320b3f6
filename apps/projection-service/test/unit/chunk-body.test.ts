import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packedText } from '#postgres/packed-text.js';
import { placedLines } from '../../src/feed/chunks/chunk-body.js';
import { LINE_SEPARATOR } from '../../src/feed/chunks/feed-chunks.js';

const line = fc
  .record({ externalId: fc.string({ unit: 'binary' }), note: fc.string({ maxLength: 400 }) })
  .map((value) => JSON.stringify(value));

it('the stored lines of a chunk are read back unchanged, with their offsets, however long they are', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (lines) => {
      const body = packedText(lines.join(LINE_SEPARATOR));
      expect(placedLines({ first_offset: 7, offsets: null, body }).map((placed) => [placed.offset, placed.line])).toEqual(
        lines.map((text, at) => [7 + at, text]),
      );
    }),
  );
});
