import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { KeptPictures } from '../../src/pictures/kept-pictures.js';

it('a picture can be read while uploads use all of their connections', async () => {
  const stuck = { waitingCount: 16, connect: () => new Promise(() => undefined) } as unknown as Pool;
  const client = {
    on: () => undefined,
    off: () => undefined,
    release: () => undefined,
    query: (text: string) =>
      Promise.resolve({
        command: 'COMMIT',
        rows: text.startsWith?.('select') ? [{ media_type: 'image/png', bytes: Buffer.from('x') }] : [],
      }),
  };
  const pictures = new KeptPictures(stuck, 1, { waitingCount: 0, connect: () => Promise.resolve(client) } as unknown as Pool);
  expect(await pictures.find({ workspace: 'w', externalId: 'a' }, 'b')).toEqual({ mediaType: 'image/png', bytes: Buffer.from('x') });
});
