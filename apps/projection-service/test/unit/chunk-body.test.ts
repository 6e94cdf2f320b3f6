import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesIn, packedBody, placedLines } from '../../src/feed/chunks/chunk-body.js';
import { LINE_SEPARATOR } from '../../src/feed/chunks/feed-chunks.js';

const line = fc
  .record({ externalId: fc.string({ unit: 'binary' }), note: fc.string({ maxLength: 400 }) })
  .map((value) => JSON.stringify(value));

describe('the stored lines of a chunk', () => {
  it('are read back unchanged, however long they are', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (lines) => {
        const changes = lines.join(LINE_SEPARATOR);
        const body = packedBody(changes);
        expect(changesIn(body)).toBe(changes);
        expect(placedLines({ first_offset: 7, offsets: null, body }).map((placed) => [placed.offset, placed.line])).toEqual(
          lines.map((text, at) => [7 + at, text]),
        );
      }),
    );
  });

  it('shrink to less than a quarter when there are many similar lines', () => {
    const changes = Array.from({ length: 133 }, (_, n) =>
      JSON.stringify({ externalId: `truck-${n * 61}`, revision: n, position: { lat: 48 + n / 7919, lon: 11 + n / 7907 } }),
    ).join(LINE_SEPARATOR);
    expect(packedBody(changes).length).toBeLessThan(changes.length / 4);
    expect(packedBody('{"externalId":"alone"}').toString()).toBe('{"externalId":"alone"}');
  });
});
