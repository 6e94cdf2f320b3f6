import { describe, expect, it } from 'vitest';
import { createSecret, secretHash } from '../../src/access/login/opaque-secret.js';
import { judgeRotation, successorOf } from '../../src/access/login/refresh-tokens.js';

describe('a refresh token', () => {
  it.each([
    ['not used', { expired: false, usedSince: null, successorUsed: false }, 'rotate'],
    ['not used and expired', { expired: true, usedSince: null, successorUsed: false }, 'expired'],
    ['just used, its successor not', { expired: false, usedSince: 0, successorUsed: false }, 'repeat'],
    ['used at the end of the grace', { expired: false, usedSince: 10, successorUsed: false }, 'repeat'],
    ['used before the grace', { expired: false, usedSince: 10.001, successorUsed: false }, 'replayed'],
    ['just used, its successor too', { expired: false, usedSince: 0, successorUsed: true }, 'replayed'],
    ['long used and expired', { expired: true, usedSince: 90_000, successorUsed: true }, 'replayed'],
  ] as const)('%s', (_name, stored, verdict) => {
    expect(judgeRotation(stored, 10)).toBe(verdict);
  });

  it('has one successor for each salt, with the same length and no visible difference from other tokens', () => {
    const token = createSecret();
    const [a, b] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(successorOf(token, a)).toBe(successorOf(token, a));
    expect(new Set([token, successorOf(token, a), successorOf(token, b), successorOf(createSecret(), a)]).size).toBe(4);
    expect(successorOf(token, a)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(secretHash(token)).toHaveLength(32);
  });
});
