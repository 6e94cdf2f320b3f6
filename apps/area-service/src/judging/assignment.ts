import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { OffsetsAhead } from '#postgres/offsets.js';
import type { HeldTrack } from '../storage/track-rows.js';
import type { LogMarks } from './log-marks.js';

/** The partitions judged here between two rebalances, and their state in memory. */
export class Assignment {
  /**
   * Changes with each assignment: work that began under the previous assignment can no longer commit, even if the same partitions return.
   */
  readonly owner = randomUUID();
  /** Tracks as last committed, by name. */
  readonly tracks: LRUCache<string, HeldTrack>;
  /** The outcome of a commit is unknown: its events may be in the outbox. */
  unsettled = false;
  /**
   * Tracks whose reports caused no event, by name. Their write is deferred, because it is half of the cost of a report; they are written
   * before anything else reads the table.
   */
  readonly unwritten = new Map<string, HeldTrack>();
  /**
   * Partitions with units judged since the offset was stored. Units before that end are judged again; a track that was written meanwhile
   * already contains their reports.
   */
  readonly ahead = new OffsetsAhead();
  /** When tracks and offsets were last stored, by performance.now(). */
  writtenAt = performance.now();
  /** When a unit was last judged, by performance.now(). */
  judgedAt = performance.now();
  /** A commit failed and memory no longer matches the database: everything must be read again from the stored offsets. */
  invalid = false;
  /** Revision up to which area changes were applied to the objects of these partitions; lower before the first look. */
  through = -1;
  /** No row of these partitions is due before this time (milliseconds since the epoch). Only this assignment writes them. */
  nextDue = -Infinity;
  /** Marks of these partitions; undefined until the stored offsets are known. */
  marks: LogMarks | undefined;

  /**
   * @param reading workspaces whose reports are read, even without areas, until their tracks are dropped. A track is therefore never older
   *   than a skipped report
   */
  constructor(
    readonly partitions: readonly number[],
    readonly reading: Set<string>,
    cachedTracks: number,
  ) {
    this.tracks = new LRUCache({ max: Math.max(1, cachedTracks) });
  }
}
