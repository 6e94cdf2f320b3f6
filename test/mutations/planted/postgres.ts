import { type Mutation, stack } from '../mutation.js';

const offsets = [stack('libs/postgres/test/real'), stack('test/faults/services.test.ts')];

const places = [stack('libs/postgres/test/real/database.test.ts')];
const rows = [stack('libs/postgres/test/real/row-publisher.test.ts')];

const timeline = [stack('libs/postgres/test/real/database-timeline.test.ts')];

export const POSTGRES_FAULTS: Mutation[] = [
  {
    name: 'a service reads tables that are not migrated yet',
    file: 'libs/service/src/migrated.guard.ts',
    search: 'if (this.database.isMigrated) return true;',
    replace: 'if (this.database) return true;',
    tests: [stack('libs/service/test/real/start-before-tables.test.ts')],
  },
  {
    name: 'a process goes on with a standby that was promoted',
    file: 'libs/postgres/src/database-timeline.ts',
    search: 'if (timeline === this.known) return;',
    replace: 'if (timeline !== null) return;',
    tests: timeline,
  },
  {
    name: 'a connection to a standby is taken, and lives on through its promotion',
    file: 'libs/postgres/src/database-timeline.ts',
    search: 'if (timeline === undefined) return;',
    replace: 'if (timeline === undefined || timeline === null) return;',
    tests: timeline,
  },
  {
    name: 'a removed key that an old record brings back',
    file: 'libs/postgres/src/row-publisher.ts',
    search: 'if (found.orphans.length > 0) await insertRemoved(client, found.orphans);',
    replace: 'void insertRemoved;',
    tests: [stack('libs/postgres/test/real/row-publisher.test.ts')],
  },
  {
    name: 'offsets move without compare-and-set',
    file: 'libs/postgres/src/offsets.ts',
    search: ' and o.next_offset = m.since`',
    replace: '`',
    tests: offsets,
  },
  {
    name: 'a failed compare-and-set passes',
    file: 'libs/postgres/src/offsets.ts',
    search: 'return rowCount === moves.length;',
    replace: 'return rowCount !== null;',
    tests: offsets,
  },
  {
    name: 'a former owner can commit after the log was read again from an earlier place',
    file: 'libs/postgres/src/stored-places.ts',
    search: 'set next_offset = went_on_at, shifted_at',
    replace: 'set next_offset = left_at, shifted_at',
    tests: places,
  },
  {
    name: 'offsets that a lost database has used are given to other records',
    file: 'libs/postgres/src/stored-places.ts',
    search: 'greatest(next_offset + 1, floor(extract(epoch from clock_timestamp()) * 1e6)::bigint)',
    replace: 'next_offset + 1',
    tests: [stack('apps/projection-service/test/real/restored-feed.test.ts')],
  },
  {
    name: 'a cursor of a lost database is taken again once the feed is longer',
    file: 'apps/projection-service/src/feed/feed-reader.ts',
    search: 'if (read.some(({ lost }) => lost))',
    replace: 'if (read.length === 0)',
    tests: [stack('apps/projection-service/test/real/restored-feed.test.ts')],
  },
  {
    name: 'marks of the lost part of a log stay',
    file: 'libs/postgres/src/stored-places.ts',
    search: 'and log_offset > $3',
    replace: 'and log_offset > $3 + 1000000',
    tests: places,
  },
  {
    name: 'rows of a send of unknown outcome are published once',
    file: 'libs/postgres/src/row-publisher.ts',
    search: "error.outcome === 'unknown'",
    replace: "error.outcome === 'not-sent'",
    tests: rows,
  },
  {
    name: 'a removal that an older record has undone is not noticed at a start',
    file: 'libs/postgres/src/published-table.ts',
    search: 'h.key = s.${key} and h.revision < s.revision',
    replace: 'h.key = s.${key} and h.revision < 0',
    tests: rows,
  },
  {
    name: 'the newest record of a key counts instead of the last one',
    file: 'libs/kafka/src/reading/last-records.ts',
    search: 'last.set(key, { revision,',
    replace: 'last.set(key, { revision: Math.max(revision, last.get(key)?.revision ?? 0),',
    tests: rows,
  },
  {
    name: 'changes after a restored backup get revisions that were used before it',
    file: 'libs/postgres/src/published-table.ts',
    search: 'where last_value < $1::bigint',
    replace: 'where last_value < 0 * $1::bigint',
    tests: rows,
  },
  {
    name: 'an empty database removes everything from the topic',
    file: 'libs/postgres/src/published-table.ts',
    search: 'exists (select from ${name}) and ',
    replace: '',
    tests: rows,
  },
  {
    name: "repositories that use TypeORM's own connections",
    file: 'libs/postgres/src/entity-manager-on.ts',
    search: '  runner.databaseConnection = connection;\n',
    replace: '',
    tests: [stack('libs/postgres/test/real/entity-manager-on.test.ts')],
  },
  {
    name: 'a restored directory forgets which tokens were revoked since the backup',
    file: 'apps/directory-service/src/publishing/state-publisher.ts',
    search: '      keepNewer: keepRevocations,\n',
    replace: '',
    tests: [stack('apps/directory-service/test/real/restored-directory.test.ts')],
  },
];
