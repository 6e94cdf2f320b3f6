import { loadedRun, readingCost } from '../measure/loaded-run.js';
import type { Row } from '../measure/measurement.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';
import { StreamReaders } from './stream-reader.js';

const READERS = 1000;
const OBJECTS_PER_READER = 10;
const ELEMENTS_PER_SECOND = 5000;
const TOGETHER = 50;

/** The same load without readers and with them: the delay at the readers, and the CPU that they cost. */
export const streamsRow: Row<ProductContext> = {
  id: 'streams',
  what:
    `${READERS} streams of the feed, each of ${OBJECTS_PER_READER} objects, ` +
    `while ${ELEMENTS_PER_SECOND} elements/s come in: delay, p99`,
  unit: 'ms',
  must: 1000,
  aim: 250,
  async measure({ stack, seconds, objects }) {
    const shape = {
      mode: 'async',
      connections: 4,
      elementsPerCall: 50,
      objects,
      elementsPerSecond: ELEMENTS_PER_SECOND,
      durationMs: seconds * 1000,
    } as const;
    const alone = await loadedRun(stack, shape);
    const readers = new StreamReaders(stack);
    try {
      for (let reader = 0; reader < READERS; reader += TOGETHER) {
        await Promise.all(
          Array.from({ length: TOGETHER }, (_, at) =>
            readers.start(
              Array.from({ length: OBJECTS_PER_READER }, (_unused, n) => `bench-${((reader + at) * OBJECTS_PER_READER + n) % objects}`),
            ),
          ),
        );
      }
      const withReaders = await loadedRun(stack, shape);
      const times = p50AndP99(readers.delays);
      return {
        value: times.p99Ms,
        ...times,
        cpu: withReaders.measurement.cpu,
        memory: withReaders.measurement.memory,
        notes: [
          `${readers.delays.length} changes came for ${withReaders.load.wanted} elements`,
          readingCost(alone, withReaders, 'readers'),
          ...new Set(readers.unexpected),
        ],
      };
    } finally {
      readers.close();
    }
  },
};
