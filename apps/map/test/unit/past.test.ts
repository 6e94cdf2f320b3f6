import { describe, expect, it } from 'vitest';
import { between, momentIn, momentText, type ObjectThen } from '../../src/map/object-then.js';

const then = (externalId: string, lat: number, lon: number, observedAt = '2026-11-24T10:00:00Z'): ObjectThen => ({
  externalId,
  position: { lat, lon, observedAt },
});

describe('the past', () => {
  it('lets objects glide from one moment to the next, also over the antimeridian; an object unknown at the second stays', () => {
    const glided = between(
      [then('van', 50, 10), then('ship', 0, 179), then('gone', 1, 1)],
      [then('van', 51, 12), then('ship', 0, -179), then('new', 5, 5)],
      0.25,
    );
    expect(glided.map(({ externalId, position: { lat, lon } }) => [externalId, lat, lon])).toEqual([
      ['van', 50.25, 10.5],
      ['ship', 0, 179.5],
      ['gone', 1, 1],
    ]);
    expect(between([then('ship', 0, 179)], [then('ship', 0, -179)], 0.75)[0]!.position.lon).toBe(-179.5);
  });

  it('is named in the address to the second, and is none where that is no moment or is to come', () => {
    const at = Date.parse('2026-11-24T22:05:07.250Z');
    expect(momentText(at)).toBe('2026-11-24T22:05:07Z');
    expect(momentIn(momentText(at), at + 1000)).toBe(at - 250);
    expect([undefined, '', 'soon', '5', '2026-11-25T00:00:00Z'].map((text) => momentIn(text, at))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
