import { describe, expect, it } from 'vitest';
import { preferencesOf } from '../../src/checks/prefer.js';

describe('Prefer', () => {
  it.each([
    [undefined, 5000, false, ''],
    ['respond-async', 0, false, 'respond-async'],
    ['Respond-Async', 0, false, 'respond-async'],
    ['wait=10', 10_000, false, 'wait=10'],
    ['wait="10"', 10_000, false, 'wait=10'],
    ['wait = 3', 3000, false, 'wait=3'],
    ['wait=999', 30_000, false, 'wait=30'],
    ['wait=0', 0, false, 'wait=0'],
    ['wait=-1', 5000, false, ''],
    ['wait=x, wait=2', 5000, false, ''],
    ['respond-async, wait=2', 2000, false, 'respond-async, wait=2'],
    ['handling=strict', 5000, true, 'handling=strict'],
    ['handling=STRICT; foo="a"', 5000, true, 'handling=strict'],
    ['handling=lenient, handling=strict', 5000, false, 'handling=lenient'],
    ['handling=other, return=minimal', 5000, false, ''],
    [',,= ;', 5000, false, ''],
  ])('%s', (header, waitMs, strict, applied) => {
    expect(preferencesOf(header, 5000)).toEqual({ waitMs, strict, applied });
  });
});
