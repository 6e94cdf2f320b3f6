import { type Mutation, stack, unit } from '../mutation.js';

const real = stack('apps/projection-service/test/real/feed-filters-and-streams.test.ts');
const mirror = stack('test/end-to-end/mirror-example.test.ts');
const streams = unit('apps/projection-service/test/unit/change-streams.test.ts');
const shared = unit('apps/projection-service/test/unit/shared-pages.test.ts');
const open = stack('test/end-to-end/open-feeds.test.ts');

/** Faults by which a reader of the feed would miss something, see it twice, or see it without permission. */
export const FEED_FAULTS: Mutation[] = [
  {
    name: 'go on from a cursor of another filter',
    file: 'apps/projection-service/src/feed/cursor.ts',
    search: 'if (!filter.equals(tagOrNone(context.filter)))',
    replace: 'if (body.length < 9)',
    tests: [unit('apps/projection-service/test/unit/cursor.test.ts'), real],
  },
  {
    name: 'take the cursor of a snapshot anew on each of its pages',
    file: 'apps/projection-service/src/objects/objects.controller.ts',
    search: '(begun ?? (await this.feed.cursorNow(filter.workspace, viewOf(filter, asked))))',
    replace: 'await this.feed.cursorNow(filter.workspace, viewOf(filter, asked))',
    tests: [real, mirror],
  },
  {
    name: 'judge a change by where the object is now, whatever it reports',
    file: 'apps/projection-service/src/feed/shown-changes.ts',
    search: 'placeShown(view, position ?? now)',
    replace: 'placeShown(view, position === undefined ? now : now)',
    tests: [real],
  },
  {
    name: 'show every kind of change',
    file: 'apps/projection-service/src/feed/feed-filter.ts',
    search: 'if (filter?.events !== undefined && !filter.events.includes(change.type as EventType)) return false;',
    replace: '',
    tests: [real],
  },
  {
    name: 'share a step with readers of a smaller limit',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: ' || step.count > limit',
    replace: '',
    tests: [shared],
  },
  {
    name: 'believe in the end after the next commit',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: ' && tail.version === this.signal.version(workspace)',
    replace: '',
    tests: [shared],
  },
  {
    name: 'take a step for the last though others follow',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'keyOf(step.offsets) === keyOf(tail.end) && ',
    replace: '',
    tests: [shared],
  },
  {
    name: 'take a look that began before one was asked for',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'while (isEnd() && tail.lookedAt < askedAt);',
    replace: 'while (false);',
    tests: [shared],
  },
  {
    name: 'take the first step of many for all there is',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'end: page.offsets, more: page.more }',
    replace: 'end: page.offsets, more: false }',
    tests: [shared],
  },
  {
    name: 'write to a reader that takes nothing',
    file: 'apps/projection-service/src/reading/event-stream.ts',
    search: 'if (raw.write(text) || this.gone.aborted) return;',
    replace: 'raw.write(text);\n    if (text !== undefined) return;',
    tests: [streams],
  },
  {
    name: 'begin a stream anew that was cut',
    file: 'apps/projection-service/src/feed/changes.controller.ts',
    search: 'cursor: lastEventId(request) ?? wanted.cursor',
    replace: 'cursor: wanted.cursor ?? lastEventId(request)',
    tests: [real, open],
  },
  {
    name: 'leave streams open to revoked tokens',
    file: 'apps/gateway/src/forwarding/open-reads.ts',
    search: 'if (refusal !== undefined) ends.abort(refusal);',
    replace: '',
    tests: [open],
  },
  {
    name: 'mirror an older state over a newer one',
    file: 'examples/mirror-workspace.mjs',
    search: ' where excluded.revision > object.revision',
    replace: '',
    tests: [mirror],
  },
  {
    name: 'mirror the place apart from the page',
    file: 'examples/mirror-workspace.mjs',
    search: "  database.exec('begin immediate');\n  for",
    replace: "  setPlace.run(cursor, snapshotPage);\n  database.exec('begin immediate');\n  for",
    tests: [mirror],
  },
  {
    name: 'tell of areas before the change that an event follows from is seen',
    file: 'apps/projection-service/src/projecting/area-projector.ts',
    search: 'if (!(await anyAhead(pool, events))) return;',
    replace: 'if (events.length >= 0) return;',
    tests: [real],
  },
  {
    name: 'tell again of areas what their topic brings again',
    file: 'apps/projection-service/src/feed/area-events/told-area-events.ts',
    search: 'fresh.delete(event.eventId)',
    replace: '(fresh.delete(event.eventId) || event.eventId.length > 0)',
    tests: [real],
  },
  {
    name: 'tell of areas what was before an erasure',
    file: 'apps/projection-service/src/feed/erased-objects.ts',
    search: 'if (ofAreas.length === 0) return lines;',
    replace: 'if (ofAreas.length >= 0) return lines;',
    tests: [real],
  },
  {
    name: 'begin with all events of areas where a filter begins to ask for them',
    file: 'apps/projection-service/src/feed/feed-places.ts',
    search: "(await reader.bound('latest')).slice",
    replace: "(await reader.bound('earliest')).slice",
    tests: [unit('apps/projection-service/test/unit/feed-places.test.ts')],
  },
];
