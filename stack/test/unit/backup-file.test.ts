import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackupFile, writeBackupFile } from '#stack/backup-file/backup-file.js';
import { backupKey, createKeyFile, readKeyFile } from '#stack/backup-file/backup-key.js';
import type { BackupEntry } from '#stack/backup-file/entries.js';
import { CHUNK_BYTES, seal, TAG_BYTES, unseal } from '#stack/backup-file/sealed-chunks.js';

const SEALED = CHUNK_BYTES + TAG_BYTES;

async function* cut(data: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let n = 0; at < data.length; n++) {
    const size = sizes[n % sizes.length]!;
    yield data.subarray(at, at + size);
    at += size;
  }
}

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

const sizes = fc.array(fc.integer({ min: 1, max: 3 * SEALED }), { minLength: 1, maxLength: 5 });
/** Lengths around multiples of the chunk size, where mistakes are likely. */
const lengths = fc.oneof(
  fc.integer({ min: 0, max: 50 }),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: -2, max: 2 })).map(([chunks, more]) => chunks * CHUNK_BYTES + more),
);

describe('sealed chunks', () => {
  const key = randomBytes(32);

  it('gives the sealed bytes back, however both streams are cut', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, sizes, sizes, async (length, written, read) => {
        const data = randomBytes(length);
        const sealed = await whole(seal(key, cut(data, written)));
        expect(sealed.length).toBe(length + TAG_BYTES * Math.max(1, Math.ceil(length / CHUNK_BYTES)));
        expect((await whole(unseal(key, cut(sealed, read), 'a file'))).equals(data)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('refuses a file that was cut anywhere, also between two chunks', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, fc.double({ min: 0, max: 0.999, noNaN: true }), async (length, share) => {
        const sealed = await whole(seal(key, cut(randomBytes(length), [CHUNK_BYTES])));
        const end = Math.floor(sealed.length * share);
        await expect(whole(unseal(key, cut(sealed.subarray(0, end), [SEALED]), 'a file'))).rejects.toThrow(/a file is .*cut short/);
      }),
      { numRuns: 40 },
    );
    const two = await whole(seal(key, cut(randomBytes(2 * CHUNK_BYTES), [CHUNK_BYTES])));
    await expect(whole(unseal(key, cut(two.subarray(0, SEALED), [SEALED]), 'a file'))).rejects.toThrow('its end is missing');
  });

  it('refuses any changed bit', async () => {
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        fc.integer({ min: 0, max: 7 }),
        async (length, share, bit) => {
          const sealed = await whole(seal(key, cut(randomBytes(length), [CHUNK_BYTES])));
          const at = Math.floor(sealed.length * share);
          sealed[at] = sealed[at]! ^ (1 << bit);
          await expect(whole(unseal(key, cut(sealed, [SEALED]), 'a file'))).rejects.toThrow('damaged');
        },
      ),
      { numRuns: 40 },
    );
  });

  it('refuses chunks in another order, twice, left out, or of another stream', async () => {
    const sealed = await whole(seal(key, cut(randomBytes(4 * CHUNK_BYTES - 5), [CHUNK_BYTES])));
    const other = await whole(seal(randomBytes(32), cut(randomBytes(4 * CHUNK_BYTES - 5), [CHUNK_BYTES])));
    const [a, b, c, d] = [0, 1, 2, 3].map((n) => sealed.subarray(n * SEALED, (n + 1) * SEALED)) as [Buffer, Buffer, Buffer, Buffer];
    const wrong = [
      [b, a, c, d],
      [a, b, b, c, d],
      [a, c, d],
      [a, b, c, d, d],
      [a, other.subarray(SEALED, 2 * SEALED), c, d],
    ];
    for (const chunks of wrong)
      await expect(whole(unseal(key, cut(Buffer.concat(chunks), [SEALED]), 'a file'))).rejects.toThrow('a file is');
  });
});

describe('a backup file', () => {
  let folder: string;
  const key = backupKey(randomBytes(32));
  const contents = [
    ['installation.json', Buffer.from('{}')],
    ['nothing', Buffer.alloc(0)],
    ['base', randomBytes(3_000_000)],
  ] as const;

  async function* entries(): AsyncGenerator<BackupEntry> {
    for (const [name, data] of contents) yield { name, data: cut(data, [70_000]) };
  }

  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'waymark-backup-file-'))));
  afterAll(() => rm(folder, { recursive: true }));

  const readAll = async (file: string, with_ = key) => {
    const found: [string, Buffer][] = [];
    for await (const { name, data } of readBackupFile(file, with_)) found.push([name, await whole(data)]);
    return found;
  };

  it('has its entries in their order, and is readable by its owner alone', async () => {
    const file = join(folder, 'one');
    const bytes = await writeBackupFile(file, key, entries());
    expect(await readAll(file)).toEqual(contents.map(([name, data]) => [name, data]));
    const { size, mode } = await stat(file);
    expect([size, mode & 0o777]).toEqual([bytes, 0o600]);
    expect((await readFile(file)).includes('installation.json')).toBe(false);
  });

  it('skips the unread rest of an entry', async () => {
    const file = join(folder, 'skipped');
    await writeBackupFile(file, key, entries());
    const names: string[] = [];
    for await (const { name, data } of readBackupFile(file, key)) {
      names.push(name);
      if (name === 'base') for await (const _ of data) break;
    }
    expect(names).toEqual(contents.map(([name]) => name));
  });

  it('is refused with another key, with a changed header, cut, and when it is none', async () => {
    const file = join(folder, 'refused');
    await writeBackupFile(file, key, entries());
    const other = backupKey(randomBytes(32));
    await expect(readAll(file, other)).rejects.toThrow(`was made with the key ${key.id}; the given key is ${other.id}`);
    const data = await readFile(file);
    const changed = join(folder, 'changed');
    await writeFile(changed, data.toString('latin1').replace('"createdAt":"2', '"createdAt":"1'), 'latin1');
    await expect(readAll(changed)).rejects.toThrow('damaged');
    await writeFile(changed, data.subarray(0, data.length - 1));
    await expect(readAll(changed)).rejects.toThrow('damaged, cut short');
    await writeFile(changed, 'a diary');
    await expect(readAll(changed)).rejects.toThrow('is not a backup of Waymark');
    await writeFile(changed, data.toString('latin1').replace('waymark-backup 1', 'waymark-backup 2'), 'latin1');
    await expect(readAll(changed)).rejects.toThrow('has format 2');
  });

  it('leaves nothing when its source fails, and overwrites nothing', async () => {
    const file = join(folder, 'failed');
    const failing = async function* (): AsyncGenerator<BackupEntry> {
      yield* entries();
      throw new Error('the database went away');
    };
    await expect(writeBackupFile(file, key, failing())).rejects.toThrow('the database went away');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('has a key file that is never overwritten, with clear errors', async () => {
    const file = join(folder, 'key');
    const made = await createKeyFile(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readKeyFile(file)).toEqual(made);
    await expect(createKeyFile(file)).rejects.toThrow('is never overwritten');
    await writeFile(join(folder, 'no-key'), 'hunter2');
    await expect(readKeyFile(join(folder, 'no-key'))).rejects.toThrow('is not a backup key');
    await expect(readKeyFile(join(folder, 'nowhere'))).rejects.toThrow('Make a key by');
  });
});
