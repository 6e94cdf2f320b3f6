import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { OffsetsAhead } from '#postgres/offsets.js';
import type { HeldTrack } from '../storage/track-rows.js';
import type { LogMarks } from './log-marks.js';

/** Partitions that are judged here from one rebalance to the next, and what is remembered of them. */
export class Assignment {
  /**
   * Another one each time: what was begun under the assignment before can commit nothing any more, though the
   * partitions may be here again.
   */
  readonly owner = randomUUID();
  /** As they were committed last, by name. */
  readonly tracks: LRUCache<string, HeldTrack>;
  /** A commit of which nobody knows whether it was done: its events may stand in the outbox. */
  unsettled = false;
  /**
   * Tracks with reports of which nothing was told, by name; not written yet, since that is half of what a report costs. Before
   * anything else reads the table they are written.
   */
  readonly unwritten = new Map<string, HeldTrack>();
  /**
   * Partitions of which units were judged since the offset was stored. What ends before that is judged again; a track
   * that was written meanwhile knows its reports.
   */
  readonly ahead = new OffsetsAhead();
  /** When tracks and offsets were stored last, by performance.now(). */
  writtenAt = performance.now();
  /** When a unit was judged last, by performance.now(). */
  judgedAt = performance.now();
  /** A commit has failed after which what is in memory is not what was committed: all is to be read anew from the stored offsets. */
  spoilt = false;
  /** Up to which revision changes of areas were brought to the objects of these partitions; less, when nobody has looked yet. */
  through = -1;
  /** Of these partitions; none until the stored offsets are known. */
  marks: LogMarks | undefined;

  /**
   * @param reading workspaces whose reports are read, also while they have no area: until their tracks are dropped. A track is
   *   thus never older than a report that was passed over
   */
  constructor(
    readonly partitions: readonly number[],
    readonly reading: Set<string>,
    cachedTracks: number,
  ) {
    this.tracks = new LRUCache({ max: Math.max(1, cachedTracks) });
  }
}
