import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBackupFile } from '#stack/backup-file/backup-file.js';
import { backupKey } from '#stack/backup-file/backup-key.js';
import { ENTRY, RECORDS } from '#stack/backup-file/contents.js';
import { checkBackup } from '#stack/backup/check-backup.js';
import { tarOf } from './tar-of.js';

const sha256 = (data: string): string => createHash('sha256').update(data).digest('hex');

/** A manifest that lists one file with this content. */
function manifestOf(content: string): string {
  const files = [{ Path: 'PG_VERSION', Size: content.length, 'Checksum-Algorithm': 'SHA256', Checksum: sha256(content) }];
  const body = `{ "PostgreSQL-Backup-Manifest-Version": 2,\n"Files": ${JSON.stringify(files)},\n`;
  return `${body}"Manifest-Checksum": "${sha256(body)}"}\n`;
}

describe('a backup that is read again', () => {
  let folder: string;
  const key = backupKey(randomBytes(32));
  const whole = {
    [ENTRY.installation]: '{}',
    [ENTRY.secrets]: '{}',
    [ENTRY.base]: tarOf('PG_VERSION', '18'),
    [ENTRY.manifest]: manifestOf('18'),
    [`${RECORDS}object.commands`]: '{"offset":1}\n{"offset":2}\n',
    [ENTRY.summary]: '{"records":2}',
  };

  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'waymark-check-backup-'))));
  afterAll(() => rm(folder, { recursive: true }));

  let written = 0;
  async function check(contents: Readonly<Record<string, string | Buffer>>): Promise<{ files: number }> {
    const file = join(folder, String(written++));
    await writeBackupFile(
      file,
      key,
      (async function* () {
        for (const [name, data] of Object.entries(contents)) {
          yield {
            name,
            data: (async function* () {
              yield Buffer.from(data);
            })(),
          };
        }
      })(),
    );
    return checkBackup(file, key);
  }

  it('is whole', async () => {
    expect((await check(whole)).files).toBe(1);
  });

  it.each<[string, Record<string, string | Buffer>, string]>([
    ['a file of the database is not as PostgreSQL read it', { [ENTRY.base]: tarOf('PG_VERSION', '17') }, 'has another checksum'],
    ['a file of the database is missing', { [ENTRY.base]: tarOf('other', '18') }, 'PG_VERSION is missing'],
    ['a record of a topic is missing', { [`${RECORDS}object.commands`]: '{"offset":1}\n' }, 'has 1 records of topics instead of 2'],
  ])('is refused when %s', async (_what, spoilt, message) => {
    await expect(check({ ...whole, ...spoilt })).rejects.toThrow(message);
  });

  it.each([ENTRY.manifest, ENTRY.base, ENTRY.summary])('is refused without %s', async (name) => {
    const { [name]: _, ...rest } = whole;
    await expect(check(rest)).rejects.toThrow(/lacks a part|is missing/);
  });
});
