import { type Mutation, stack, unit } from '../mutation.js';

const road = stack('test/end-to-end/whole-history.test.ts');
const largeUnit = stack('apps/projection-service/test/real/large-unit.test.ts');
const shortRows = stack('apps/projection-service/test/real/short-rows.test.ts');
const line = unit('apps/projection-service/test/unit/change-line.test.ts');
const ready = stack('test/faults/readiness.test.ts');
const otherPartitions = stack('test/faults/other-partitions.test.ts');
const page = unit('apps/projection-service/test/unit/feed-page.test.ts');
const feed = stack('apps/projection-service/test/real/feed.test.ts');

export const PROJECTION_FAULTS: Mutation[] = [
  {
    name: 'logs the description of an object with each of its updates',
    file: 'libs/object-rules/src/evolve.ts',
    search: 'revision: change.revision,\n    updatedAt:',
    replace: 'description: state?.description,\n    revision: change.revision,\n    updatedAt:',
    tests: [stack('apps/projection-service/test/real/state-layout.test.ts')],
  },
  {
    name: 'empties a projection whose states are not at the end of their rows',
    file: 'apps/projection-service/src/objects/states-last.migration.ts',
    search: `if exists (select from object_state) then return; end if;
    lock table object_state in access exclusive mode;
    if exists (select from object_state) then return; end if;`,
    replace: 'lock table object_state in access exclusive mode;',
    tests: [stack('apps/projection-service/test/real/state-layout.test.ts')],
  },
  {
    name: 'shows a repeated event again',
    file: 'apps/projection-service/src/projecting/fold-unit.ts',
    search: 'change.revision <= before.seen',
    replace: 'change.revision < before.seen',
    tests: [road],
  },
  {
    name: 'does not note that a late report is older than all former ones',
    file: 'apps/projection-service/src/objects/state-writer.ts',
    search: 'held.first_seen > new.first_seen',
    replace: 'held.first_seen < new.first_seen',
    tests: [stack('apps/projection-service/test/real/history.test.ts')],
  },
  {
    name: 'logs the end of a state with each update',
    file: 'apps/projection-service/src/objects/first-seen.migration.ts',
    search: 'first_seen numeric',
    replace: 'first_seen bigint',
    tests: [stack('apps/projection-service/test/real/state-layout.test.ts')],
  },
  {
    name: 'takes the first known change for the first one although changes are missing',
    file: 'apps/projection-service/src/projecting/fold-unit.ts',
    search: 'if (!isNext || (before',
    replace: 'if ((before',
    tests: [unit('apps/projection-service/test/unit/fold-unit.test.ts')],
  },
  {
    name: 'knows since when an object was seen although its last changes came from the former projection',
    file: 'apps/projection-service/src/rebuilding/log-gaps.ts',
    search: ', before, firstSeen: ANY_TIME',
    replace: ', before, ...(ANY_TIME && {})',
    tests: [stack('apps/projection-service/test/real/rebuild-of-cut-log.test.ts')],
  },
  {
    name: 'continues the projection after another owner has moved the offsets',
    file: 'apps/projection-service/src/projecting/projector.ts',
    search: "if (!advanced) throw new OwnershipLostError('The offsets were moved by another owner.');",
    replace: 'void advanced;',
    tests: [largeUnit],
  },
  {
    name: 'says of statements that were sent together what went wrong last',
    file: 'libs/postgres/src/in-order.ts',
    search: 'results.find(',
    replace: 'results.findLast(',
    tests: [stack('libs/postgres/test/real/database.test.ts')],
  },
  {
    name: 'waits for the database to ask for the rows of a COPY',
    file: 'libs/postgres/src/copy.ts',
    search: '(connection as CopyConnection).endCopyFrom();',
    replace: '',
    tests: [stack('libs/postgres/test/real/database.test.ts')],
  },
  {
    name: 'skips the rest of a chunk that a page has cut',
    file: 'apps/projection-service/src/feed/feed-page.ts',
    search: 'nextOffset: whole ? last + 1 : taken.at(-1)!.offset + 1,',
    replace: 'nextOffset: last + 1,',
    tests: [page, feed, road],
  },
  {
    name: 'serves the last change of a page again',
    file: 'apps/projection-service/src/feed/feed-page.ts',
    search: 'nextOffset: whole ? last + 1 : taken.at(-1)!.offset + 1,',
    replace: 'nextOffset: whole ? last + 1 : taken.at(-1)!.offset,',
    tests: [page, feed, road],
  },
  {
    name: 'omits a change of a large unit from history',
    file: 'apps/projection-service/src/projecting/projector.ts',
    search: 'retainedLines(lines, erased, history, now)',
    replace: 'retainedLines(lines.length > 3 ? lines.slice(1) : lines, erased, history, now)',
    tests: [road],
  },
  {
    name: 'writes rows that the version before cannot read while it may still run',
    file: 'apps/projection-service/src/projecting/projector.ts',
    search: 'now >= this.shortSince',
    replace: 'true',
    tests: [shortRows],
  },
  {
    name: 'takes the rows of an earlier version for different ones',
    file: 'apps/projection-service/src/rebuilding/compared-rows.ts',
    search: "(${isDistinct('change')} and ${storedLineSql('h')} is distinct from ${storedLineSql('n')})",
    replace: "${isDistinct('change')}",
    tests: [stack('apps/projection-service/test/real/rebuild.test.ts')],
  },
  {
    name: 'shows a change without its fields',
    file: 'apps/projection-service/src/changes/change-line.ts',
    search: 'stale, position, fields, set });',
    replace: 'stale, position, set });',
    tests: [line, road],
  },
  {
    name: 'reports a service as ready without its database',
    file: 'libs/service/src/database.ts',
    search: "check: async () => void (await (this.checkedPool ?? this.pools.at(-1))?.query('select 1'))",
    replace: 'check: () => undefined',
    tests: [ready],
  },
  {
    name: 'waits forever for topics that have other settings than expected',
    file: 'libs/kafka/src/topics/await-topics.ts',
    search: 'if (error instanceof TopicMismatchError && !error.onlyMissing) throw error;',
    replace: 'void TopicMismatchError;',
    tests: [otherPartitions],
  },
];
