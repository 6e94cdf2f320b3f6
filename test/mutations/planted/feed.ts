import { type Mutation, stack, unit } from '../mutation.js';

const real = stack('apps/projection-service/test/real/feed-filters-and-streams.test.ts');
const mirror = stack('test/end-to-end/mirror-example.test.ts');
const streams = unit('apps/projection-service/test/unit/change-streams.test.ts');
const shared = unit('apps/projection-service/test/unit/shared-pages.test.ts');
const open = stack('test/end-to-end/open-feeds.test.ts');

/** Faults by which a reader of the feed would miss something, see it twice, or see it without permission. */
export const FEED_FAULTS: Mutation[] = [
  {
    name: 'accepts a cursor of another filter',
    file: 'apps/projection-service/src/feed/cursor.ts',
    search: 'if (!filter.equals(tagOrNone(context.filter)))',
    replace: 'if (body.length < 9)',
    tests: [unit('apps/projection-service/test/unit/cursor.test.ts'), real],
  },
  {
    name: 'moves the cursor of a snapshot on each of its pages',
    file: 'apps/projection-service/src/objects/objects.controller.ts',
    search: '(begun ?? (await this.feed.cursorNow(filter.workspace, viewOf(filter, requested))))',
    replace: 'await this.feed.cursorNow(filter.workspace, viewOf(filter, requested))',
    tests: [real, mirror],
  },
  {
    name: 'filters a change by the object’s current place instead of the reported one',
    file: 'apps/projection-service/src/feed/shown-changes.ts',
    search: 'placeShown(view, position ?? now)',
    replace: 'placeShown(view, position === undefined ? now : now)',
    tests: [real],
  },
  {
    name: 'ignores the filter by kind of change',
    file: 'apps/projection-service/src/feed/feed-filter.ts',
    search: 'if (filter?.events !== undefined && !filter.events.includes(change.type as EventType)) return false;',
    replace: '',
    tests: [real],
  },
  {
    name: 'shares a page with readers that asked for a smaller limit',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: ' || step.count > limit',
    replace: '',
    tests: [shared],
  },
  {
    name: 'joins more steps of the feed than fit into the page',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'if (page.count + step.count > limit) return page.count > 0;',
    replace: '',
    tests: [shared],
  },
  {
    name: 'takes a page that was read ahead as the last one of the feed',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'return page?.more ? page : undefined;',
    replace: 'return page;',
    tests: [shared],
  },
  {
    name: 'gives readers that poll changes that are no longer stored',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'if (mayBeGone(tail, since)) return',
    replace: 'if (limit < 0) return',
    tests: [shared],
  },
  {
    name: 'gives readers pages from before the database was lost',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: ' ${this.parts.signal.connection}`',
    replace: '`',
    tests: [shared],
  },
  {
    name: 'gives readers pages from before both stores were put back',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: '`${await this.parts.epochs.current()} ${this.parts.signal.connection}`',
    replace: "`${await this.parts.epochs.current().then(() => '')} ${this.parts.signal.connection}`",
    tests: [shared],
  },
  {
    name: 'gives a reader that polls from time to time one step of the feed at a time',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'for (let step; (step = this.steps.get(',
    replace: 'for (let step; page.count === 0 && (step = this.steps.get(',
    tests: [shared],
  },
  {
    name: 'treats the known end of the feed as current after another commit',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: ' && tail.version === this.parts.signal.version(workspace, this.parts.wokenBy)',
    replace: '',
    tests: [shared],
  },
  {
    name: 'treats a page as the last although more follow',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'isEnd(tail, step.offsets) && ',
    replace: '',
    tests: [shared],
  },
  {
    name: 'accepts a look at the feed that began before the request',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'while (isEnd(tail, place) && tail.lookedAt < requestedAt);',
    replace: 'while (false);',
    tests: [shared],
  },
  {
    name: 'treats the first of many pages as the whole feed',
    file: 'apps/projection-service/src/feed/shared-pages.ts',
    search: 'ahead: page.ahead, more: page.more,',
    replace: 'ahead: page.ahead, more: false,',
    tests: [shared],
  },
  {
    name: 'keeps writing to a reader that has stopped reading',
    file: 'apps/projection-service/src/reading/event-stream.ts',
    search: 'if (raw.write(text) || this.gone.aborted) return;',
    replace: 'raw.write(text);\n    if (text !== undefined) return;',
    tests: [streams],
  },
  {
    name: 'restarts an interrupted stream instead of resuming it',
    file: 'apps/projection-service/src/feed/changes.controller.ts',
    search: "{ cursor: id, cursorHeader: 'Last-Event-ID' }",
    replace: "{ cursorHeader: 'Last-Event-ID' }",
    tests: [real, open],
  },
  {
    name: 'leaves the streams of revoked tokens open',
    file: 'apps/gateway/src/forwarding/open-reads.ts',
    search: 'if (refusal !== undefined) ends.abort(refusal);',
    replace: '',
    tests: [open],
  },
  {
    name: 'overwrites a newer state in the mirror with an older one',
    file: 'examples/mirror-workspace.mjs',
    search: ' where excluded.revision > object.revision',
    replace: '',
    tests: [mirror],
  },
  {
    name: 'stores the mirror’s cursor outside the transaction of its page',
    file: 'examples/mirror-workspace.mjs',
    search: "  database.exec('begin immediate');\n  for",
    replace: "  setPlace.run(cursor, snapshotPage);\n  database.exec('begin immediate');\n  for",
    tests: [mirror],
  },
  {
    name: 'shows an area event before the change that caused it',
    file: 'apps/projection-service/src/projecting/area-projector.ts',
    search: 'if (!(await anyAhead(pool, events))) return;',
    replace: 'if (events.length >= 0) return;',
    tests: [real],
  },
  {
    name: 'shows an area event again when its topic delivers it again',
    file: 'apps/projection-service/src/feed/area-events/emitted-area-events.ts',
    search: 'fresh.delete(event.eventId)',
    replace: '(fresh.delete(event.eventId) || event.eventId.length > 0)',
    tests: [real],
  },
  {
    name: 'shows area events from before an erasure',
    file: 'apps/projection-service/src/feed/erased-objects.ts',
    search: 'if (ofAreas.length === 0) return lines;',
    replace: 'if (ofAreas.length >= 0) return lines;',
    tests: [real],
  },
  {
    name: 'shows all earlier area events when a filter starts to include them',
    file: 'apps/projection-service/src/feed/feed-places.ts',
    search: "(await reader.bound('latest')).slice",
    replace: "(await reader.bound('earliest')).slice",
    tests: [unit('apps/projection-service/test/unit/feed-places.test.ts')],
  },
];
