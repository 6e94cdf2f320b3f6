import { type Mutation, stack, unit } from '../mutation.js';

const rules = [unit('libs/object-rules/test/unit/legal-hold.test.ts')];
const history = [stack('apps/projection-service/test/real/held-history.test.ts')];

const pieces = [stack('apps/projection-service/test/real/piece-retention.test.ts')];

export const RETENTION_FAULTS: Mutation[] = [
  {
    name: 'reads a day of the feed under the lock that keeps everybody out',
    file: 'apps/projection-service/src/storage/time-partitions.ts',
    search: 'await floorsBehind(client, name, Math.max(0, pages - 1), await pagesOf(client, name), floors);',
    replace: 'await floorsBehind(client, name, 0, await pagesOf(client, name), floors);',
    tests: [stack('apps/projection-service/test/real/dropped-days.test.ts')],
  },
  {
    name: 'erases an object under a legal hold',
    file: 'libs/object-rules/src/decide-erasure.ts',
    search: 'found.hold !== undefined',
    replace: 'false',
    tests: rules,
  },
  {
    name: 'erases objects of a workspace under a legal hold',
    file: 'libs/object-rules/src/held-workspace.ts',
    search: 'return workspaceHeld ?',
    replace: 'return false ?',
    tests: rules,
  },
  {
    name: 'keeps a hold after its release',
    file: 'libs/object-rules/src/evolve.ts',
    search: "kind !== 'released'",
    replace: 'true',
    tests: rules,
  },
  {
    name: 'removes silent objects of workspaces under a legal hold',
    file: 'apps/object-service/src/erasing/stale-rules.ts',
    search: 'copy.holdOf(id) !== undefined',
    replace: 'false',
    tests: [unit('apps/object-service/test/unit/stale-rules.test.ts')],
  },
  {
    name: 'prunes rows under a legal hold',
    file: 'apps/projection-service/src/history/pieces/piece-retention.ts',
    search: "when ${ROW_IS_HELD} then 'held' ",
    replace: '',
    tests: history,
  },
  {
    name: 'loses rows that are written to a piece during its copy',
    file: 'apps/projection-service/src/history/pieces/piece-copy.ts',
    search: 'after insert or delete on',
    replace: 'after delete on',
    tests: pieces,
  },
  {
    name: 'brings back rows that are erased from a piece during its copy',
    file: 'apps/projection-service/src/history/pieces/piece-copy.ts',
    search: 'after insert or delete on',
    replace: 'after insert on',
    tests: pieces,
  },
  {
    name: 'replaces a piece although its workspace has come under a hold',
    file: 'apps/projection-service/src/history/pieces/piece-retention.ts',
    search: 'heldWorkspaces().every((id) => kept.has(id))',
    replace: 'true',
    tests: pieces,
  },
  {
    name: 'replaces a piece by rules that were taken back',
    file: 'apps/projection-service/src/history/pieces/piece-retention.ts',
    search: 'const mayBe = (): boolean => isAsBefore(retaining, piece, overdue) && ',
    replace: 'const mayBe = (): boolean => ',
    tests: pieces,
  },
  {
    name: 'loses rows of an object that came under a hold during a copy',
    file: 'apps/projection-service/src/history/pieces/piece-copy.ts',
    search: 'where noted > ${since} limit',
    replace: 'where false and noted > ${since} limit',
    tests: pieces,
  },
  {
    name: 'shows history that a workspace no longer keeps',
    file: 'apps/projection-service/src/history/query/history-reader.ts',
    search: 'and received_at >= k.begin ',
    replace: '',
    tests: pieces,
  },
  {
    name: 'drops a piece although a hold was placed in the meantime',
    file: 'apps/projection-service/src/history/pieces/held-history.ts',
    search: 'copy.heldWorkspaces.filter((id) => !kept.has(id))',
    replace: '[]',
    tests: history,
  },
  {
    name: 'drops a piece by the clock alone, even if reports are not applied yet',
    file: 'apps/projection-service/src/history/pieces/held-history.ts',
    search: ' || piece >= pieceName(history, oldestPiece(history, until))',
    replace: '',
    tests: history,
  },
  {
    name: 'erases before the directory was read',
    file: 'apps/object-service/src/unit/object-unit-processor.ts',
    search: 'commands.some(isErasure)',
    replace: 'false',
    tests: [unit('apps/object-service/test/unit/workspace-holds.test.ts')],
  },
  {
    name: 'ignores a partition that is behind',
    file: 'apps/projection-service/src/reading/freshness/lag-clock.ts',
    search: '[...ends].every(',
    replace: '[...ends].some(',
    tests: [unit('apps/projection-service/test/unit/lag-clock.test.ts')],
  },
  {
    name: 'waits only for the first change of a partition',
    file: 'apps/gateway/src/forwarding/awaited-operation.ts',
    search: "if (outcome[2] !== 'rejected') last.set(",
    replace: "if (outcome[2] !== 'rejected' && !last.has(partitionOf(outcome[1], partitions))) last.set(",
    tests: [unit('apps/gateway/test/unit/awaited-operation.test.ts')],
  },
];
