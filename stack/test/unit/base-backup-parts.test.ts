import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkAgainstManifest, readManifest } from '#stack/backup/base-manifest.js';
import { tarFiles } from '#stack/backup/tar-files.js';
import { unappliedRanges } from '#stack/backup/topic-records.js';
import { keptRecords, recordLine } from '#stack/kept-records/topic-record.js';
import { END, file, header } from './tar-of.js';

async function read(tar: Buffer, step = 700): Promise<[string, string][]> {
  const source = (async function* () {
    for (let at = 0; at < tar.length; at += step) yield tar.subarray(at, at + step);
  })();
  const found: [string, string][] = [];
  for await (const { path, kind, data } of tarFiles(source)) {
    let text = '';
    for await (const piece of data) text += piece.toString();
    found.push([path, kind === 'folder' ? '/' : text]);
  }
  return found;
}

describe('the tar of a base backup', () => {
  const tar = Buffer.concat([
    header('base/', '5', 0),
    file('base/1', Buffer.from('x'.repeat(1500))),
    file('PG_VERSION', Buffer.from('18')),
    file('empty', Buffer.alloc(0)),
    END,
  ]);

  it.each([1, 511, 512, 700, 1_000_000])('is read whatever pieces it comes in: %i bytes', async (step) => {
    expect(await read(tar, step)).toEqual([
      ['base', '/'],
      ['base/1', 'x'.repeat(1500)],
      ['PG_VERSION', '18'],
      ['empty', ''],
    ]);
  });

  it('is refused when it is cut, damaged, has links or leaves its folder', async () => {
    await expect(read(tar.subarray(0, 1300))).rejects.toThrow('in the middle of a file');
    const damaged = Buffer.from(tar);
    damaged[3] = 0x41;
    await expect(read(damaged)).rejects.toThrow('header of a file is damaged');
    await expect(read(header('pg_tblspc/1', '2', 0))).rejects.toThrow('tablespaces');
    for (const path of ['../x', '/etc/x', 'a/../../x']) await expect(read(file(path, END))).rejects.toThrow('outside its folder');
  });

  it('has sizes above 8 GiB', async () => {
    const large = tarFiles(
      (async function* () {
        yield header('large', '0', 9 * 2 ** 30);
      })(),
    );
    const first = await large.next();
    expect(first.value).toMatchObject({ path: 'large', bytes: 9 * 2 ** 30 });
  });
});

describe('the manifest of a base backup', () => {
  const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
  const text = (files: object[]) => {
    const body = `{ "PostgreSQL-Backup-Manifest-Version": 2,\n"Files": ${JSON.stringify(files)},\n`;
    return `${body}"Manifest-Checksum": "${sha256(body)}"}\n`;
  };
  const listed = [
    { Path: 'PG_VERSION', Size: 2, 'Checksum-Algorithm': 'SHA256', Checksum: sha256('18') },
    { 'Encoded-Path': Buffer.from('bäse').toString('hex'), Size: 1, 'Checksum-Algorithm': 'SHA256', Checksum: sha256('x') },
  ];
  const found = () =>
    new Map([
      ['PG_VERSION', { bytes: 2, sha256: sha256('18') }],
      ['bäse', { bytes: 1, sha256: sha256('x') }],
      ['pg_wal/000000010000000000000001', { bytes: 16, sha256: '' }],
    ]);

  it('fits the backed-up files', () => {
    expect(() => checkAgainstManifest(found(), readManifest(text(listed)))).not.toThrow();
  });

  it.each<[string, (files: ReturnType<typeof found>) => unknown, string]>([
    ['missing', (files) => files.delete('PG_VERSION'), 'PG_VERSION is missing'],
    ['of another size', (files) => files.set('PG_VERSION', { bytes: 3, sha256: sha256('18') }), 'PG_VERSION has 3 bytes instead of 2'],
    ['changed', (files) => files.set('PG_VERSION', { bytes: 2, sha256: sha256('17') }), 'PG_VERSION has another checksum'],
    ['added', (files) => files.set('base/9', { bytes: 2, sha256: '' }), 'base/9 does not belong to it'],
  ])('finds a file that is %s', (_what, spoil, message) => {
    const files = found();
    spoil(files);
    expect(() => checkAgainstManifest(files, readManifest(text(listed)))).toThrow(message);
  });

  it('is refused when it was changed itself', () => {
    expect(() => readManifest(text(listed).replace('"Size":2', '"Size":3'))).toThrow('manifest of the base backup is damaged');
    expect(() => readManifest('{}')).toThrow('manifest of the base backup is damaged');
  });
});

describe('records that the database does not have yet', () => {
  it('are those from where the slowest consumer continues, as far as the log still has them, and all dead letters', () => {
    const bounds = new Map([
      [
        'object.commands',
        new Map([
          [0, { low: 0, high: 10 }],
          [1, { low: 5, high: 9 }],
          [2, { low: 0, high: 3 }],
        ]),
      ],
      ['object.outcomes', new Map([[0, { low: 0, high: 100 }]])],
      ['object.commands.dead-letter', new Map([[0, { low: 1, high: 2 }]])],
    ] as const);
    const next = new Map([
      [
        'object.commands',
        new Map([
          [0, 7],
          [1, 2],
          [2, 3],
        ]),
      ],
    ] as const);
    expect(unappliedRanges(next, bounds)).toEqual([
      { topic: 'object.commands', partition: 0, from: 7, to: 10 },
      { topic: 'object.commands', partition: 1, from: 5, to: 9 },
      { topic: 'object.commands.dead-letter', partition: 0, from: 1, to: 2 },
    ]);
  });

  it('are lines that keep every byte', async () => {
    const records = [
      {
        partition: 3,
        offset: 17,
        key: Buffer.from('k'),
        value: Buffer.from([0, 255, 10]),
        headers: { a: Buffer.from([10]), b: undefined },
      },
      { partition: 0, offset: 18, key: null, value: null, headers: {} },
    ];
    const lines = Buffer.concat(records.map(recordLine));
    const read = [];
    for await (const record of keptRecords(
      (async function* () {
        for (const byte of lines) yield Buffer.from([byte]);
      })(),
    ))
      read.push(record);
    expect(read).toEqual([{ ...records[0], headers: { a: Buffer.from([10]) } }, records[1]]);
  });
});
