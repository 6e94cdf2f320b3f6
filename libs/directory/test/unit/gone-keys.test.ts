import { expect, it } from 'vitest';
import { DirectoryCopy } from '#directory/directory-copy.js';

it('keys that were removed are remembered for a while, not for ever', () => {
  const copy = new DirectoryCopy(3);
  for (let n = 0; n < 1000; n++) {
    copy.apply({ key: `revocation:t${n}`, revision: 2 * n + 1, body: { tokenId: `t${n}`, expiresAt: 9e9 } });
    copy.apply({ key: `revocation:t${n}`, revision: 2 * n + 2, body: undefined });
  }
  expect(copy.rememberedKeys).toBe(3);
  // An old record after its removal is recognised.
  copy.apply({ key: 'revocation:t999', revision: 1999, body: { tokenId: 't999', expiresAt: 9e9 } });
  expect(copy.isRevoked('t999', 's', 0)).toBe(false);
  copy.apply({ key: 'revocation:t999', revision: 2001, body: { tokenId: 't999', expiresAt: 9e9 } });
  expect([copy.isRevoked('t999', 's', 0), copy.rememberedKeys]).toEqual([true, 3]);
});
