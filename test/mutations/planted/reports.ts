import { type Mutation, stack, unit } from '../mutation.js';

const fold = unit('apps/report-service/test/unit/refold.test.ts');
const real = stack('apps/report-service/test/real/reports.test.ts');
const replay = stack('apps/report-service/test/real/replay/replay.test.ts');

/** What reports would count twice, too late, for the wrong day, or show though it should not. */
export const REPORT_FAULTS: Mutation[] = [
  {
    name: 'keeps counts that a late report has made wrong',
    file: 'apps/report-service/src/folding/refold.ts',
    search: 'step(former, row, -1);',
    replace: '',
    tests: [fold, real],
  },
  {
    name: 'ends the fold after a late report too soon',
    file: 'apps/report-service/src/folding/refold.ts',
    search: 'samePoint(followed.point, row.point) && samePoint(followed.anchor, row.anchor)',
    replace: 'samePoint(followed.point, row.point)',
    tests: [fold],
  },
  {
    name: 'counts a repeated report of a remembered object again',
    file: 'apps/report-service/src/writing/object-folder.ts',
    search: '} else if (compareObserved(held.newest, event) !== 0) unwritten.deferred',
    replace:
      '} else if (compareObserved(held.newest, event) === 0) count(event, held.newest, undefined, ' +
      'unwritten, fields);\n      else unwritten.deferred',
    tests: [real],
  },
  {
    name: 'leaves a late observation out of the row that spans its time',
    file: 'apps/report-service/src/folding/observation-pack.ts',
    search: 'compareObserved(row, pack.at(-1)!) < 0) broken',
    replace: 'compareObserved(row, pack.at(-1)!) > 0) broken',
    tests: [unit('apps/report-service/test/unit/observation-pack.test.ts'), real],
  },
  {
    name: 'counts observations in heatmaps again when their row is rebuilt',
    file: 'apps/report-service/src/writing/unwritten-rows.ts',
    search: 'this.of(n, STORED) === 0 && ',
    replace: '',
    tests: [real],
  },
  {
    name: 'continues from an observation that is not the last',
    file: 'apps/report-service/src/writing/object-folder.ts',
    search: 'neighbours.more ? undefined : refolded.newest',
    replace: 'refolded.newest',
    tests: [real],
  },
  {
    name: 'folds only as many events of an object as fit in a stretch',
    file: 'apps/report-service/src/folding/object-stretches.ts',
    search: 'const ofObject = byId.get(externalId)!;',
    replace: 'const ofObject = byId.get(externalId)!.slice(0, length);',
    tests: [unit('apps/report-service/test/unit/object-stretches.test.ts')],
  },
  {
    name: 'brings an erased object back with a late event',
    file: 'apps/report-service/src/writing/area-events.controller.ts',
    search: 'objectRevision > (erased.get(externalId) ?? 0)',
    replace: 'objectRevision > 0',
    tests: [real],
  },
  {
    name: 'cuts coarse cells off at the edge of the box',
    file: 'apps/report-service/src/space/cells.ts',
    search: 'Math.min(FINEST - 1, whole, ',
    replace: 'Math.min(FINEST - 1, ',
    tests: [unit('apps/report-service/test/unit/cells.test.ts')],
  },
  {
    name: 'keeps heatmap rows longer than the plan allows',
    file: 'apps/report-service/src/upkeep/observations-of-plans.ts',
    search: "'workspace = $1 and hour < $2'",
    replace: "'workspace = $1 and hour < $2 and false'",
    tests: [real],
  },
  {
    name: 'counts a repeated report of a unit twice',
    file: 'apps/report-service/src/folding/refold.ts',
    search: 'if (before !== undefined && compareObserved(before, observation) === 0) return before;',
    replace: '',
    tests: [fold, real],
  },
  {
    name: 'counts an object again after less than a day',
    file: 'apps/report-service/src/reporting/tracking-report.ts',
    search: '[a.quarter - ($3::int[])',
    replace: '[0 * a.quarter + 0 * ($3::int[])',
    tests: [real],
  },
  {
    name: 'starts days at midnight UTC',
    file: 'apps/report-service/src/reporting/time-buckets.ts',
    search: 'DateTime.fromISO(text.toUpperCase(), { zone })',
    replace: "DateTime.fromISO(text.toUpperCase(), { zone: 'UTC' })",
    tests: [unit('apps/report-service/test/unit/time-buckets.test.ts'), real],
  },
  {
    name: 'counts a call twice when its line is written twice',
    file: 'apps/report-service/src/writing/access-events.controller.ts',
    search: 'calls.filter(({ digest }) => fresh.delete(digest))',
    replace: 'calls.filter(({ digest }) => fresh.delete(digest) || true)',
    tests: [real],
  },
  {
    name: 'exports formulas to spreadsheets',
    file: 'libs/spreadsheets/src/csv-lines.ts',
    search: 'neutralText(cell)',
    replace: 'cell',
    tests: [unit('apps/report-service/test/unit/csv.test.ts')],
  },
  {
    name: 'counts a stay until the next position, without an upper bound',
    file: 'apps/report-service/src/heat/fine-heat.ts',
    search: 'Math.min(at, this.to, this.at + MAX_STAY_MS)',
    replace: 'Math.min(at, this.to)',
    tests: [real],
  },
  {
    name: 'shows cells with fewer objects than the requested minimum',
    file: 'apps/report-service/src/heat/heatmap.ts',
    search: 'objects >= query.minObjects',
    replace: 'objects > 0',
    tests: [real],
  },
  {
    name: 'leaves a visit ended after its end was taken back',
    file: 'apps/report-service/src/folding/area-visits.ts',
    search: 'visit && { ...visit, leftAt: undefined }',
    replace: 'visit',
    tests: [real],
  },
  {
    name: 'commits offsets before the counts',
    file: 'apps/report-service/src/writing/object-events-processor.ts',
    search: 'await advance(client, CONSUMER, unwritten.ahead.moves);',
    replace: 'await inTransaction(pool, (early) => advance(early, CONSUMER, unwritten.ahead.moves));',
    tests: [stack('test/faults/crash-points.test.ts')],
  },
  {
    name: 'keeps uncommitted observations in its cache after a failure',
    file: 'apps/report-service/src/writing/object-events-processor.ts',
    search: '      } catch (error) {\n        this.forget();\n        // If only',
    replace: '      } catch (error) {\n        this.unwritten = new Unwritten();\n        // If only',
    tests: [replay],
  },
  {
    name: 'stores repeated changes from before an erasure after a change of owner',
    file: 'apps/report-service/src/writing/object-events-processor.ts',
    search: 'this.someErased = await anyErased(this.options.pool);',
    replace: '',
    tests: [replay],
  },
  {
    name: 'shows rows without any sum, which a late report has left',
    file: 'apps/report-service/src/reporting/tracking-report.ts',
    search: 'if (isNothing(sums)) continue;',
    replace: '',
    tests: [replay],
  },
];
