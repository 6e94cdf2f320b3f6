import { type Mutation, stack } from '../mutation.js';

const road = stack('test/end-to-end/whole-history.test.ts');
const services = stack('test/faults/services.test.ts');

export const PROJECTION_FAULTS: Mutation[] = [
  {
    name: 'show a repeated event again',
    file: 'apps/projection-service/src/projecting/fold-unit.ts',
    search: 'change.revision <= before.seen',
    replace: 'change.revision < before.seen',
    tests: [road],
  },
  {
    name: 'the projection goes on when another owner has moved the offsets',
    file: 'apps/projection-service/src/projecting/projector.ts',
    search: "if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('The offsets were moved by another owner.');",
    replace: 'await advanceOffsets(client, CONSUMER, moves);',
    tests: [services],
  },
  {
    name: 'the feed skips the rest of a chunk that was cut',
    file: 'apps/projection-service/src/feed/feed-page.ts',
    search: 'nextOffset: to === count ? last + 1 : offsetAt(to - 1) + 1,',
    replace: 'nextOffset: last + 1,',
    tests: [road],
  },
  {
    name: 'the feed serves the last change of a page again',
    file: 'apps/projection-service/src/feed/feed-page.ts',
    search: 'nextOffset: to === count ? last + 1 : offsetAt(to - 1) + 1,',
    replace: 'nextOffset: to === count ? last + 1 : offsetAt(to - 1),',
    tests: [road],
  },
  {
    name: 'history without the last change of a unit',
    file: 'apps/projection-service/src/projecting/projector.ts',
    search: 'await writeHistory(client, rows.history);',
    replace: 'await writeHistory(client, rows.history.length > 3 ? rows.history.slice(1) : rows.history);',
    tests: [road],
  },
];
