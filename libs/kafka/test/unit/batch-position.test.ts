import { describe, expect, it } from 'vitest';
import { judgeBatch } from '#kafka/consuming/batch-position.js';

const at = (fetchedOffset: number, firstOffset: number, nextOffset: number) => ({ fetchedOffset, firstOffset, nextOffset });

describe('a fetched batch', () => {
  it.each([
    ['continues the position', at(10, 10, 20), 'take'],
    ['begins earlier and goes beyond it', at(5, 5, 20), 'take'],
    ['is wholly earlier', at(0, 0, 10), 'elsewhere'],
    ['was read from further on', at(12, 12, 20), 'elsewhere'],
    ['was read at the position but lacks its records', at(10, 12, 20), 'hole'],
    ['was read before the position but lacks its records', at(5, 12, 20), 'hole'],
  ] as const)('that %s: %j is %s', (_text, batch, verdict) => {
    expect(judgeBatch(batch, 10, false)).toBe(verdict);
  });

  it('of a compacted log may have holes, but must still be read at the right place', () => {
    expect(judgeBatch(at(10, 12, 20), 10, true)).toBe('take');
    expect(judgeBatch(at(12, 12, 20), 10, true)).toBe('elsewhere');
  });
});
