import { type Mutation, stack, unit } from '../mutation.js';

const offsets = [stack('libs/postgres/test/real'), stack('test/faults/services.test.ts')];

const places = [stack('libs/postgres/test/real/database.test.ts')];
const rows = [stack('libs/postgres/test/real/row-publisher.test.ts')];

const timeline = [stack('libs/postgres/test/real/database-timeline.test.ts')];

export const POSTGRES_FAULTS: Mutation[] = [
  {
    name: 'keeps the connection of each failed attempt to migrate',
    file: 'libs/postgres/src/migrate.ts',
    search: 'new MigrationExecutor(dataSource, runner)',
    replace: 'new MigrationExecutor(dataSource)',
    tests: places,
  },
  {
    name: 'reads tables that are not migrated yet',
    file: 'libs/service/src/migrated.guard.ts',
    search: 'if (this.database.isMigrated) return true;',
    replace: 'if (this.database) return true;',
    tests: [stack('libs/service/test/real/start-before-tables.test.ts')],
  },
  {
    name: 'continues with a standby that was promoted',
    file: 'libs/postgres/src/database-timeline.ts',
    search: 'if (timeline === this.known) return;',
    replace: 'if (timeline !== null) return;',
    tests: timeline,
  },
  {
    name: 'accepts a connection to a standby and keeps it after the promotion',
    file: 'libs/postgres/src/database-timeline.ts',
    search: 'if (timeline === undefined) return;',
    replace: 'if (timeline === undefined || timeline === null) return;',
    tests: timeline,
  },
  {
    name: 'lets an old record bring a removed key back',
    file: 'libs/postgres/src/row-publisher.ts',
    search: 'if (difference.orphans.length > 0) await insertRemoved(client, difference.orphans);',
    replace: 'void insertRemoved;',
    tests: [stack('libs/postgres/test/real/row-publisher.test.ts')],
  },
  {
    name: 'moves offsets without compare-and-set',
    file: 'libs/postgres/src/offsets.ts',
    search: ' and o.next_offset = m.since`',
    replace: '`',
    tests: offsets,
  },
  {
    name: 'ignores a failed compare-and-set',
    file: 'libs/postgres/src/offsets.ts',
    search: 'return rowCount === moves.length;',
    replace: 'return rowCount !== null;',
    tests: offsets,
  },
  {
    name: 'lets a previous owner commit after the log is read again from earlier on',
    file: 'libs/postgres/src/stored-places.ts',
    search: 'set next_offset = went_on_at, shifted_at',
    replace: 'set next_offset = left_at, shifted_at',
    tests: places,
  },
  {
    name: 'reuses offsets that a lost database has used',
    file: 'libs/postgres/src/stored-places.ts',
    search: 'greatest(next_offset + 1, floor(extract(epoch from clock_timestamp()) * 1e6)::bigint)',
    replace: 'next_offset + 1',
    tests: [stack('apps/projection-service/test/real/restored-feed.test.ts')],
  },
  {
    name: 'accepts a cursor of a lost database once the feed is longer',
    file: 'apps/projection-service/src/feed/feed-reader.ts',
    search: 'if (read.some(({ lost }) => lost))',
    replace: 'if (read.length === 0)',
    tests: [stack('apps/projection-service/test/real/restored-feed.test.ts')],
  },
  {
    name: 'lets open streams go on after all cursors were expired',
    file: 'apps/projection-service/src/feed/changes-feed.ts',
    search: 'if ((await this.parts.epochs.current()) !== context.epoch) throw',
    replace: "if (epoch === '') throw",
    tests: [stack('apps/projection-service/test/real/restored-feed.test.ts')],
  },
  {
    name: 'ignores cursors that prove a rollback of both stores',
    file: 'apps/projection-service/src/feed/changes-feed.ts',
    search: 'if (page.ahead) this.parts',
    replace: 'if (page.ahead && page.count < 0) this.parts',
    tests: [stack('apps/projection-service/test/real/restored-feed.test.ts')],
  },
  {
    name: 'compares cursors with a log as if it had never been read again',
    file: 'apps/projection-service/src/feed/rollback-watch.ts',
    search: 'offsets[partition]! > end + shift',
    replace: 'offsets[partition]! > end',
    tests: [unit('apps/projection-service/test/unit/rollback-watch.test.ts')],
  },
  {
    name: 'keeps marks of the lost part of a log',
    file: 'libs/postgres/src/stored-places.ts',
    search: 'and log_offset > $3',
    replace: 'and log_offset > $3 + 1000000',
    tests: places,
  },
  {
    name: 'publishes rows only once after a send of unknown outcome',
    file: 'libs/postgres/src/row-publisher.ts',
    search: "error.outcome === 'unknown'",
    replace: "error.outcome === 'not-sent'",
    tests: rows,
  },
  {
    name: 'does not compare a topic of states again after the broker was replaced',
    file: 'libs/postgres/src/row-publisher.ts',
    search: '    this.watch.start();\n',
    replace: '',
    tests: rows,
  },
  {
    name: 'reports rows as lost that were published while the topic was read',
    file: 'libs/postgres/src/published-table.ts',
    search: 'where published and revision <= $3',
    replace: 'where published and (revision <= $3 or true)',
    tests: rows,
  },
  {
    name: 'keeps no finding about a restored database of states',
    file: 'libs/postgres/src/row-publisher.ts',
    search: 'if (newer.length + kept > 0)\n      await noteRepair',
    replace: 'if (newer.length + kept < 0)\n      await noteRepair',
    tests: rows,
  },
  {
    name: 'misses at startup a removal that an older record has undone',
    file: 'libs/postgres/src/published-table.ts',
    search: 'h.key = s.${key} and h.revision < s.revision',
    replace: 'h.key = s.${key} and h.revision < 0',
    tests: rows,
  },
  {
    name: 'uses the newest record of a key instead of the last one',
    file: 'libs/kafka/src/reading/last-records.ts',
    search: 'last.set(key, { revision,',
    replace: 'last.set(key, { revision: Math.max(revision, last.get(key)?.revision ?? 0),',
    tests: rows,
  },
  {
    name: 'reuses revisions after a backup is restored',
    file: 'libs/postgres/src/published-table.ts',
    search: 'where last_value < $1::bigint',
    replace: 'where last_value < 0 * $1::bigint',
    tests: rows,
  },
  {
    name: 'removes everything from the topic when the database is empty',
    file: 'libs/postgres/src/published-table.ts',
    search: 'exists (select from ${name}) and ',
    replace: '',
    tests: rows,
  },
  {
    name: 'lets repositories use TypeORM’s own connections',
    file: 'libs/postgres/src/entity-manager-on.ts',
    search: '  runner.databaseConnection = connection;\n',
    replace: '',
    tests: [stack('libs/postgres/test/real/entity-manager-on.test.ts')],
  },
  {
    name: 'forgets tokens revoked since the backup when a directory is restored',
    file: 'apps/directory-service/src/publishing/state-publisher.ts',
    search: '      keepNewer: keepRevocations,\n',
    replace: '',
    tests: [stack('apps/directory-service/test/real/restored-directory.test.ts')],
  },
];
