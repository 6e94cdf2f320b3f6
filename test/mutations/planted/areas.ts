import { type Mutation, stack, unit } from '../mutation.js';

const fold = unit('libs/geofence/test/unit/visit-fold.test.ts');
const track = unit('libs/geofence/test/unit/live-track.test.ts');
const shape = unit('libs/geofence/test/unit/area-shape.test.ts');
const check = unit('libs/geofence/test/unit/check-geometry.test.ts');
const packed = unit('apps/area-service/test/unit/packed-track.test.ts');
const toldAndKept = unit('apps/area-service/test/unit/told-and-kept.test.ts');
const judge = unit('apps/area-service/test/unit/judge.test.ts');
const kept = stack('apps/area-service/test/real/kept-events.test.ts');
const areas = stack('test/end-to-end/areas.test.ts');

/** Visits that were none, that are told twice or not at all, and outlines that mean something else. */
export const AREA_FAULTS: Mutation[] = [
  { name: 'a hole that is part of the area', file: 'libs/geofence/src/area-shape.ts', search: "if (inHole === 'inside') return 'outside';", replace: '', tests: [shape] },
  { name: 'an area that ends at the antimeridian', file: 'libs/geofence/src/area-shape.ts', search: 'const TURNS = [-360, 0, 360];', replace: 'const TURNS = [0];', tests: [shape] },
  { name: 'holes that lie outside', file: 'libs/geofence/src/check-polygon.ts', search: "if (anyPoint(hole, outer, 'outside'))", replace: "if (anyPoint(hole, outer, 'outside') && hole.length > 99)", tests: [check] },
  { name: 'a slip to the outside that ends a visit', file: 'libs/geofence/src/visit-fold.ts', search: 'if (visit) return { state: { visit, inside }, events };', replace: 'if (visit) return { state: { visit, inside, pending }, events };', tests: [fold] },
  { name: 'an object that has dwelt though it may have left before', file: 'libs/geofence/src/visit-fold.ts', search: 'return pending && pending.at < at ? undefined : at;', replace: 'return at;', tests: [fold] },
  { name: 'a late report that takes nothing back', file: 'libs/geofence/src/live-track.ts', search: 'if (told.takenBack || !(inQuestion(told) || over.has(told.visitStartedAt)) || isAmong(told, said)) continue;', replace: 'if (said.length >= 0) continue;', tests: [track, areas] },
  { name: 'a visit that was over before its area was made', file: 'libs/geofence/src/live-track.ts', search: "if (kind === 'left' && at <= madeAt &&", replace: "if (kind === 'left' && at < 0 &&", tests: [track] },
  { name: 'a visit that is reported while it may have been over before its area was made', file: 'libs/geofence/src/live-track.ts', search: 'if (area.waits) {', replace: 'if (area.waits && area.madeAt < 0) {', tests: [track] },
  { name: 'what was reported of a visit before the window and is not taken back', file: 'libs/geofence/src/live-track.ts', search: 'isAmong(told, prior) || ', replace: '', tests: [track] },
  { name: 'what was due by time alone taken for what a report said', file: 'libs/geofence/src/live-track.ts', search: 'area.due = nextDue(state, area.settings) ?? null;', replace: 'area.due = nextDue(state, area.settings) ?? null;\n  area.state = state;', tests: [track] },
  { name: 'a window that a late report leaves as it was folded', file: 'libs/geofence/src/live-track.ts', search: 'if (!isLast) delete area.state;', replace: '', tests: [track] },
  { name: 'an object near a round area that is judged as far away', file: 'libs/geofence/src/area-shape.ts', search: '* LEAST_DEGREE_M > radius + metres)', replace: '* LEAST_DEGREE_M > radius - metres)', tests: [shape] },
  { name: 'a late report that is taken for the newest', file: 'libs/geofence/src/live-track.ts', search: 'while (place > 0 && track.reports[place - 1]!.at >= report.at) place--;', replace: '', tests: [track, areas] },
  { name: 'the same event id for a visit of an object that was erased and created again', file: 'apps/area-service/src/judging/judged-news.ts', search: 'erasedAt === undefined ? parts : [...parts, erasedAt]', replace: 'parts', tests: [toldAndKept] },
  { name: 'a visit by an outline that is no longer', file: 'apps/area-service/src/judging/due-clock.ts', search: 'while (!this.stopped && (await this.judge.followChanges()));', replace: '', tests: [areas] },
  { name: 'events that a crash swallows', file: 'apps/area-service/src/judging/judge.ts', search: 'await publisher.take(next.owner, partitions);', replace: '', tests: [judge] },
  { name: 'events of an assignment that has ended', file: 'apps/area-service/src/publishing/event-publisher.ts', search: 'if (owner !== this.owner) throw given();', replace: '', tests: [kept] },
  { name: 'events of partitions that another process publishes', file: 'apps/area-service/src/publishing/event-publisher.ts', search: 'await this.options.tenure.begin(partitions);', replace: '', tests: [kept] },
  { name: 'events that are published and not kept', file: 'apps/area-service/src/publishing/event-publisher.ts', search: 'if (done) outbox.acknowledged(rows);', replace: 'if (done) void rows;', tests: [kept] },
  { name: 'visits of what was erased', file: 'apps/area-service/src/judging/judge.ts', search: 'await eraseVisits(client, verdict.erased);', replace: '', tests: [areas] },
  { name: 'a change of an area over that of somebody else', file: 'apps/area-service/src/areas/areas.ts', search: 'if (ifRevision !== undefined && area.revision !== ifRevision)', replace: 'if (ifRevision === 0)', tests: [areas] },
  { name: 'a visit that is kept though it was taken back in the same unit', file: 'apps/area-service/src/visits/kept-visit.ts', search: 'for (const each of news) {', replace: 'for (const each of news.toSorted((a, b) => Number(b.takesBack) - Number(a.takesBack))) {', tests: [toldAndKept] },
  { name: 'a visit that ends and was never told to begin', file: 'libs/geofence/src/live-track.ts', search: 'else tell(old, NOTHING, asOf, saidByTime, news);', replace: '', tests: [track, toldAndKept] },
  { name: 'events that wait after a commit without an answer', file: 'apps/area-service/src/judging/judge.ts', search: 'await this.settle(assignment);', replace: '', tests: [judge] },
  { name: 'a turn of the owner before that commits', file: 'apps/area-service/src/judging/assignment.ts', search: 'readonly owner = randomUUID();', replace: "readonly owner = 'always' + randomUUID().slice(36);", tests: [judge] },
  { name: 'an outline that a new name hides', file: 'apps/area-service/src/judging/changed-areas.ts', search: "const STEP = 'case when body is null then revision else outline_revision end';", replace: "const STEP = 'revision';", tests: [areas] },
  { name: 'a row that forgets what was taken back', file: 'apps/area-service/src/storage/packed-track.ts', search: 'Number(takenBack ?? false)', replace: '0', tests: [packed] },
  { name: 'two places of an object at one moment', file: 'libs/geofence/src/live-track.ts', search: 'track.reports.splice(place, sameMoment ? 1 : 0, report);', replace: 'track.reports.splice(place, 0, report);', tests: [track] },
  { name: 'offsets that are stored without the tracks that they passed', file: 'apps/area-service/src/judging/judge.ts', search: 'tracks: new Map(unwritten) }', replace: 'tracks: new Map<string, HeldTrack>() }', tests: [judge] },
  { name: 'tracks of a commit that failed', file: 'apps/area-service/src/judging/judge.ts', search: 'if (assignment.unwritten.size > 0 || assignment.ahead.size > 0) this.spoil(assignment);', replace: '', tests: [judge] },
  { name: 'something due by time that nobody looks for', file: 'apps/area-service/src/judging/judge.ts', search: 'if (told.has(name) || isDueEarlier(held, verdict.now)) tracks.set(name, held);', replace: 'if (told.has(name)) tracks.set(name, held);', tests: [judge] },
  { name: 'a new area that is told of nobody who was not written', file: 'apps/area-service/src/judging/judge.ts', search: 'await this.write(assignment);\n      const { changes', replace: 'const { changes', tests: [areas] },
  { name: 'an absence told before the reports that waited', file: 'apps/area-service/src/judging/log-marks.ts', search: '(this.judged.get(partition) ?? 0) >= this', replace: 'Infinity >= this', tests: [judge] },
  { name: 'an absence told up to now when only the past was read', file: 'apps/area-service/src/judging/judge.ts', search: 'readDueTracks(pool, passed.partitions, passed.until,', replace: 'readDueTracks(pool, passed.partitions, Date.now(),', tests: [judge] },
  { name: 'offsets that are committed before what was judged', file: 'apps/area-service/src/judging/judge.ts', search: 'async (client) => {\n      if (!(await advanceOffsets(client, CONSUMER, moves)))', replace: 'async (client) => {\n      if (!(await inTransaction(this.options.pool, (early) => advanceOffsets(early, CONSUMER, moves))))', tests: [stack('test/faults/crash-points.test.ts')] },
];
