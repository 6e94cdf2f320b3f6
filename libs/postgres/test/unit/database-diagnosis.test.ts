import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  examineDatabase,
  ofChecksums,
  ofDatabase,
  ofDatabaseClock,
  ofExtension,
  ofMigrations,
  ofSnapshots,
  ofStores,
} from '../../src/database-diagnosis.js';

const GIB = 1024 ** 3;

describe('the diagnosis of a database', () => {
  it.each([
    ['all migrations run', ofMigrations('a', new Set(['a', 'b']), ['a', 'b']), 'fine', /all 2/],
    ['one that is not run', ofMigrations('a', new Set(['a']), ['a', 'b']), 'broken', /not run: b/],
    ['one that a newer copy has run', ofMigrations('a', new Set(['a', 'b', 'c']), ['a', 'b']), 'warning', /newer.*: c/],
    ['an extension that is there', ofExtension('a', { name: 'pg_trgm', without: 'typing errors count' }, true), 'fine', /is there/],
    [
      'an extension that is not',
      ofExtension('a', { name: 'pg_trgm', without: 'typing errors count' }, false),
      'warning',
      /typing errors count/,
    ],
    ['a disk elsewhere', ofDatabase('a', '12 MiB', undefined), 'fine', /12 MiB.*cannot be seen/],
    ['a disk with room', ofDatabase('a', '12 MiB', { share: 0.1, bytes: GIB }), 'fine', /1024 MiB .*10 %/],
    ['a disk with little room', ofDatabase('a', '12 MiB', { share: 0.09, bytes: GIB }), 'warning', /9 %/],
    ['a disk with none', ofDatabase('a', '12 MiB', { share: 0.01, bytes: GIB }), 'broken', /1 %/],
    ['a clock that agrees', ofDatabaseClock('a', -1000), 'fine', /like/],
    ['a clock ahead', ofDatabaseClock('a', 5400), 'warning', /5 s ahead of/],
    ['stores that agree', ofStores('a', [], undefined)[0]!, 'fine', /in the last 7 days, no difference/],
    [
      'a restored database',
      ofStores('a', [{ consumer: 'c', older_database: true, partitions: [0, 2], at: new Date(0) }], undefined)[0]!,
      'warning',
      /database was older than the topics \(c, partitions 0, 2, 1970-01-01/,
    ],
    [
      'a restored broker',
      ofStores('a', [{ consumer: 'c', older_database: false, partitions: [1], at: new Date(0) }], [])[0]!,
      'warning',
      /topics were not those that had been read/,
    ],
    ['a topic of states that agrees', ofStores('a', undefined, [])[0]!, 'fine', /in the last 7 days, no difference/],
    [
      'a restored database that is published',
      ofStores('a', undefined, [{ topic: 't', older_database: true, records: 3, keys: ['x', 'y'], repaired_at: new Date(0) }])[0]!,
      'warning',
      /older than t \(3 records, 1970-01-01.*: x, y, …/,
    ],
    [
      'a topic of states that has lost records',
      ofStores('a', [], [{ topic: 't', older_database: false, records: 1, keys: ['x'], repaired_at: new Date(0) }])[0]!,
      'warning',
      /t had lost records \(1, 1970-01-01.*: x$/,
    ],
    ['no old snapshot', ofSnapshots('a', { seconds: 299, holder: undefined }), 'fine', /none/],
    [
      'an old snapshot',
      ofSnapshots('a', { seconds: 1200, holder: 'pg_dump with process id 7' }),
      'warning',
      /pg_dump with process id 7 has held one for 20 min/,
    ],
    ['checksums that are on', ofChecksums('a', { on: true, failures: 0, lastFailure: null }), 'fine', /are on/],
    ['checksums that are off', ofChecksums('a', { on: false, failures: 0, lastFailure: null }), 'warning', /are off/],
    [
      'a damaged page',
      ofChecksums('a', { on: true, failures: 2, lastFailure: new Date(0) }),
      'broken',
      /2 damaged pages were read, most recently 1970-01-01/,
    ],
    ['a clock behind', ofDatabaseClock('a', -5400), 'warning', /5 s behind/],
  ] as const)('of %s', (_what, finding, state, found) => {
    expect([finding.state, finding.remedy === null, finding.about.startsWith('a.')]).toEqual([state, state === 'fine', true]);
    expect(finding.found).toMatch(found);
  });

  const sockets: Socket[] = [];
  let server: Server | undefined;
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server?.close();
  });

  it.each([
    ['is not there', () => Promise.resolve(1)],
    [
      'takes the connection and says nothing',
      async () => {
        server = createServer((socket) => sockets.push(socket));
        await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
        return (server.address() as AddressInfo).port;
      },
    ],
  ])('that %s comes within 3 s, without its password', async (_what, port) => {
    const before = performance.now();
    const findings = await examineDatabase({
      about: 'a',
      url: `postgres://waymark:secret-of-ours@127.0.0.1:${await port()}/waymark`,
      schema: 'objects',
      migrations: [],
    });
    expect(findings).toEqual([
      expect.objectContaining({
        about: 'a.database',
        state: 'broken',
        found: expect.stringContaining('does not answer') as string,
      }) as object,
    ]);
    expect(performance.now() - before).toBeLessThan(3000);
    expect(JSON.stringify(findings)).not.toContain('secret-of-ours');
  });
});
