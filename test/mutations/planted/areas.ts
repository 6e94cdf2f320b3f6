import { type Mutation, stack, unit } from '../mutation.js';

const fold = unit('libs/geofence/test/unit/visit-fold.test.ts');
const track = unit('libs/geofence/test/unit/live-track.test.ts');
const changes = unit('libs/geofence/test/unit/live-track-changes.test.ts');
const shape = unit('libs/geofence/test/unit/area-shape.test.ts');
const check = unit('libs/geofence/test/unit/check-geometry.test.ts');
const packed = unit('apps/area-service/test/unit/packed-track.test.ts');
const publishedAndStored = unit('apps/area-service/test/unit/published-and-stored.test.ts');
const judge = unit('apps/area-service/test/unit/judge.test.ts');
const kept = stack('apps/area-service/test/real/kept-events.test.ts');
const areas = stack('test/end-to-end/areas.test.ts');

/** Visits that were none, that are reported twice or never, and outlines that mean something else. */
export const AREA_FAULTS: Mutation[] = [
  {
    name: 'counts a point in a hole as inside the area',
    file: 'libs/geofence/src/area-shape.ts',
    search: "if (inHole === 'inside') return 'outside';",
    replace: '',
    tests: [shape],
  },
  {
    name: 'cuts an area off at the antimeridian',
    file: 'libs/geofence/src/area-shape.ts',
    search: 'const TURNS = [-360, 0, 360];',
    replace: 'const TURNS = [0];',
    tests: [shape],
  },
  {
    name: 'accepts holes outside the outline',
    file: 'libs/geofence/src/check-polygon.ts',
    search: "if (anyPoint(hole, outer, 'outside'))",
    replace: "if (anyPoint(hole, outer, 'outside') && hole.length > 99)",
    tests: [check],
  },
  {
    name: 'ends a visit on a brief slip outside',
    file: 'libs/geofence/src/visit-fold.ts',
    search: 'if (visit) return { state: { visit, inside }, events };',
    replace: 'if (visit) return { state: { visit, inside, pending }, events };',
    tests: [fold],
  },
  {
    name: 'reports a dwell although the object may have left before it was due',
    file: 'libs/geofence/src/visit-fold.ts',
    search: 'return pending && pending.at < at ? undefined : at;',
    replace: 'return at;',
    tests: [fold],
  },
  {
    name: 'takes no event back after a late report',
    file: 'libs/geofence/src/live-track.ts',
    search: 'if (earlier.takenBack || !(inQuestion(earlier) || over.has(earlier.visitStartedAt)) || isAmong(earlier, current)) continue;',
    replace: 'if (current.length >= 0) continue;',
    tests: [track, areas],
  },
  {
    name: 'reports a visit that ended before its area was created',
    file: 'libs/geofence/src/live-track.ts',
    search: "if (kind === 'left' && at <= madeAt &&",
    replace: "if (kind === 'left' && at < 0 &&",
    tests: [changes],
  },
  {
    name: 'reports a visit that may have ended before its area was created',
    file: 'libs/geofence/src/live-track.ts',
    search: 'if (area.waits) {',
    replace: 'if (area.waits && area.madeAt < 0) {',
    tests: [changes],
  },
  {
    name: 'forgets events reported before the window that were not taken back',
    file: 'libs/geofence/src/live-track.ts',
    search: 'isAmong(event, prior) || ',
    replace: '',
    tests: [changes],
  },
  {
    name: 'stores a state that was due by time alone as if a report had caused it',
    file: 'libs/geofence/src/live-track.ts',
    search: 'area.due = nextDue(state, area.settings) ?? null;',
    replace: 'area.due = nextDue(state, area.settings) ?? null;\n  area.state = state;',
    tests: [track],
  },
  {
    name: 'keeps the state of a window that a late report has made outdated',
    file: 'libs/geofence/src/live-track.ts',
    search: 'if (!isLast) delete area.state;',
    replace: '',
    tests: [track],
  },
  {
    name: 'treats an object near a round area as far away',
    file: 'libs/geofence/src/area-shape.ts',
    search: '* MIN_DEGREE_M > radius + metres)',
    replace: '* MIN_DEGREE_M > radius - metres)',
    tests: [shape],
  },
  {
    name: 'treats a late report as the newest',
    file: 'libs/geofence/src/live-track.ts',
    search: 'while (place > 0 && track.reports[place - 1]!.at >= report.at) place--;',
    replace: '',
    tests: [track, areas],
  },
  {
    name: 'reuses event ids when an erased object is created again',
    file: 'apps/area-service/src/visits/judged-news.ts',
    search: 'erasedAt === undefined ? parts : [...parts, erasedAt]',
    replace: 'parts',
    tests: [publishedAndStored],
  },
  {
    name: 'judges visits by an outdated outline',
    file: 'apps/area-service/src/judging/due-clock.ts',
    search: 'while (!this.stopped && (await this.judge.followChanges()));',
    replace: '',
    tests: [areas],
  },
  {
    name: 'loses events in a crash',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'await publisher.take(next.owner, partitions);',
    replace: '',
    tests: [judge],
  },
  {
    name: 'publishes events of an assignment that has ended',
    file: 'apps/area-service/src/publishing/event-publisher.ts',
    search: 'if (owner !== this.owner) throw given();',
    replace: '',
    tests: [kept],
  },
  {
    name: 'publishes events of partitions that another process publishes',
    file: 'apps/area-service/src/publishing/event-publisher.ts',
    search: 'await this.options.tenure.begin(partitions);',
    replace: '',
    tests: [kept],
  },
  {
    name: 'publishes events without keeping them',
    file: 'apps/area-service/src/publishing/event-publisher.ts',
    search: 'if (done) outbox.acknowledged(rows);',
    replace: 'if (done) void rows;',
    tests: [kept],
  },
  {
    name: 'keeps the visits of erased objects',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'await eraseVisits(client, verdict.erased);',
    replace: '',
    tests: [areas],
  },
  {
    name: 'overwrites another person’s change of an area',
    file: 'apps/area-service/src/areas/areas.ts',
    search: 'if (ifRevision !== undefined && area.revision !== ifRevision)',
    replace: 'if (ifRevision === 0)',
    tests: [areas],
  },
  {
    name: 'keeps a visit that was taken back in the same unit',
    file: 'apps/area-service/src/visits/kept-visit.ts',
    search: 'for (const each of news) {',
    replace: 'for (const each of news.toSorted((a, b) => Number(b.takesBack) - Number(a.takesBack))) {',
    tests: [publishedAndStored],
  },
  {
    name: 'reports a visit’s end without its beginning',
    file: 'libs/geofence/src/live-track.ts',
    search: 'else reconcileArea(old, NOTHING, asOf, isByTime, news);',
    replace: '',
    tests: [changes, publishedAndStored],
  },
  {
    name: 'leaves events waiting after a commit of unknown outcome',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'await this.settle(assignment);',
    replace: '',
    tests: [judge],
  },
  {
    name: 'lets work from before a reassignment commit',
    file: 'apps/area-service/src/judging/assignment.ts',
    search: 'readonly owner = randomUUID();',
    replace: "readonly owner = 'always' + randomUUID().slice(36);",
    tests: [judge],
  },
  {
    name: 'hides an outline behind a change of the name',
    file: 'apps/area-service/src/judging/changed-areas.ts',
    search: "const STEP = 'case when body is null then revision else outline_revision end';",
    replace: "const STEP = 'revision';",
    tests: [areas],
  },
  {
    name: 'forgets in a row that an event was taken back',
    file: 'apps/area-service/src/storage/packed-track.ts',
    search: 'Number(takenBack ?? false)',
    replace: '0',
    tests: [packed],
  },
  {
    name: 'keeps two positions of an object for the same moment',
    file: 'libs/geofence/src/live-track.ts',
    search: 'track.reports.splice(place, sameMoment ? 1 : 0, report);',
    replace: 'track.reports.splice(place, 0, report);',
    tests: [track],
  },
  {
    name: 'publishes an event with the id of a withdrawn one of an area that was left',
    file: 'libs/geofence/src/live-track.ts',
    search: 'published.length === 0;',
    replace: '!published.some(({ takenBack }) => !takenBack);',
    tests: [track],
  },
  {
    name: 'publishes an event with the id of a withdrawn one from before the window',
    file: 'libs/geofence/src/live-track.ts',
    search:
      "  at > settledUntil || at === pending?.at || (kind === 'dwelt' && visit?.dwelt === false && visitStartedAt === visit.startedAt);",
    replace:
      "  at > settledUntil || at === pending?.at || (kind === 'dwelt' && visit?.dwelt === true && visitStartedAt === visit.startedAt);",
    tests: [changes],
  },
  {
    name: 'stores offsets without the tracks that they passed',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'tracks: new Map(unwritten) }',
    replace: 'tracks: new Map<string, HeldTrack>() }',
    tests: [judge],
  },
  {
    name: 'continues with the tracks of a failed commit',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'if (assignment.unwritten.size > 0 || assignment.ahead.size > 0) this.invalidate(assignment);',
    replace: '',
    tests: [judge],
  },
  {
    name: 'does not store a track that is due earlier than its row says',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'if (reported.has(name) || isDueEarlier(held, verdict.now)) tracks.set(name, held);',
    replace: 'if (reported.has(name)) tracks.set(name, held);',
    tests: [judge],
  },
  {
    name: 'misses objects with unwritten tracks in a new area',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'await this.write(assignment);\n      const { changes',
    replace: 'const { changes',
    tests: [areas],
  },
  {
    name: 'reports an absence before the waiting reports are judged',
    file: 'apps/area-service/src/judging/log-marks.ts',
    search: '(this.judged.get(partition) ?? 0) >= this',
    replace: 'Infinity >= this',
    tests: [judge],
  },
  {
    name: 'reports absences up to now although only older records were read',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'readDueTracks(pool, passed.partitions, passed.until,',
    replace: 'readDueTracks(pool, passed.partitions, Date.now(),',
    tests: [judge],
  },
  {
    name: 'commits offsets before the results that they cover',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'async (client) => {\n      if (!(await advanceOffsets(client, CONSUMER, moves)))',
    replace: 'async (client) => {\n      if (!(await inTransaction(this.options.pool, (early) => advanceOffsets(early, CONSUMER, moves))))',
    tests: [stack('test/faults/crash-points.test.ts')],
  },
  {
    name: 'commits results although another process evaluates the partitions',
    file: 'apps/area-service/src/judging/judge.ts',
    search: 'await holdPartitions(client, partitions, assignment.owner);\n        await more',
    replace: 'await more',
    tests: [stack('apps/area-service/test/real/replay/replay.test.ts')],
  },
];
