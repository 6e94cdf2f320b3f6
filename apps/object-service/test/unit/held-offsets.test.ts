import { describe, expect, it } from 'vitest';
import { HeldOffsets } from '../../src/publishing/held-offsets.js';

describe('offsets as this process believes them', () => {
  const held = new HeldOffsets();
  held.assign(new Map([[0, 10]]), new Map([[0, 10]]));
  held.intend([{ partition: 0, from: 10, to: 20 }]);

  it('explains offsets that it wrote or is writing', () => {
    expect(held.explains(0, 10)).toBe(true);
    expect(held.explains(0, 20)).toBe(true);
  });

  it('does not explain offsets of another owner, or of partitions that it does not own', () => {
    expect(held.explains(0, 15)).toBe(false);
    expect(held.explains(1, 0)).toBe(false);
  });

  it('explains an offset that was read before its own next commit; otherwise the states of that moment would be lost', () => {
    held.settle([{ partition: 0, from: 10, to: 20 }], true);
    expect(held.explains(0, 10)).toBe(true);
    expect(held.explains(0, 21)).toBe(false);
  });
});
