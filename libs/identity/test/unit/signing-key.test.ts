import { calculateJwkThumbprint } from 'jose';
import { expect, it } from 'vitest';
import { createKeyPair } from '../../src/signing-key.js';

it('names keys by their thumbprints, none of which a command line takes for an option', async () => {
  const kids = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const { publicJwk } = await createKeyPair();
      expect(publicJwk.kid).toBe(await calculateJwkThumbprint(publicJwk));
      return publicJwk.kid!;
    }),
  );
  expect(kids.filter((kid) => kid.startsWith('-'))).toEqual([]);
});
