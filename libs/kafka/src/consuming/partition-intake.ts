import type { Batch, ConsumerStartBatchProcessEvent } from '#kafka-client';
import { type HeaderName, headerName } from '../records/record-headers.js';
import { recordMark } from '../records/record-mark.js';
import type { PartitionBatch } from '../records/record.js';
import type { Bounds } from '../topics/partition-bounds.js';
import { judgeBatch } from './batch-position.js';
import { consumedRecord } from './consumed-records.js';
import { LogCheck } from './log-check.js';
import type { LogMark, ReadingPlace } from './log-places.js';

/**
 * What to do after a fetched batch:
 * - `batch`: process it; `missing` records before it are no longer in the log
 * - `seek`: fetch from that offset
 * - `other`: the log is not the one that was read; continue from that mark
 * - `again`: the log has changed while it was read; query its beginning and end again
 * - `passed`: the batch had no records to take; fetch the next one
 */
export type Intake =
  | { batch: PartitionBatch; missing: number }
  | { seek: number }
  | { other: LogMark; place: ReadingPlace }
  | { again: string }
  | { passed: true }
  | { ignore: true };

/** Where a partition continues. */
export interface PartitionStart {
  place: ReadingPlace;
  /** Stored offset from which records are passed on; lower than that of the place if some are needed again. */
  begin: number;
  bounds: Bounds;
}

/** How reading begins for partitions. */
export interface Beginning {
  /** Offsets in the log to fetch from. */
  seeks: Map<number, number>;
  /** Ranges that retention has deleted. */
  gone: { batch: PartitionBatch; missing: number }[];
  /** Partitions whose log is not the one that was read, with the mark from which to continue. */
  others: Map<number, LogMark>;
}

interface Partition {
  place: ReadingPlace;
  check: LogCheck;
  /** Next offset in the log, after the check. */
  position: number;
  seeks: number;
}

/** Event of kafkajs at the start of a batch. */
type BatchBegun = Pick<ConsumerStartBatchProcessEvent['payload'], 'partition' | 'batchSize' | 'firstOffset' | 'lastOffset'>;

/** Seeks without effect after which an offset counts as out of range. */
const MAX_SEEKS = 3;

/** Tracks the next offset of each partition, verifies the record before it, and only accepts records that continue from there. */
export class PartitionIntake {
  private readonly headers: readonly HeaderName[] | undefined;
  private readonly partitions = new Map<number, Partition>();
  /** Whether the offsets of the present assignment are known. */
  positioned = false;

  constructor(
    private readonly topic: string,
    private readonly compacted: boolean,
    /** Headers to decode. Default: all. */
    headers?: readonly string[],
  ) {
    this.headers = headers?.map(headerName);
  }

  begin(starts: ReadonlyMap<number, PartitionStart>): Beginning {
    this.clear();
    const beginning: Beginning = { seeks: new Map(), gone: [], others: new Map() };
    for (const [partition, { place, begin, bounds }] of starts) {
      const check = new LogCheck(place, bounds);
      const wanted = begin - place.shift;
      const state = { place, check, position: Math.max(wanted, bounds.low), seeks: 0 };
      if (check.verdict?.kind === 'other') {
        beginning.others.set(partition, check.verdict.to);
        continue;
      }
      this.partitions.set(partition, state);
      beginning.seeks.set(partition, check.verdict ? state.position : check.looksAt);
      if (wanted >= bounds.low) continue;
      const batch = { topic: this.topic, partition, firstOffset: begin, nextOffset: bounds.low + place.shift, records: [] };
      const read = place.next - place.shift;
      // Nothing is missing for a new consumer.
      beginning.gone.push({ batch, missing: read === 0 && place.record === null ? 0 : Math.max(0, bounds.low - read) });
    }
    this.positioned = beginning.others.size === 0;
    return beginning;
  }

  clear(): void {
    this.partitions.clear();
    this.positioned = false;
  }

  place(partition: number): ReadingPlace | undefined {
    return this.partitions.get(partition)?.place;
  }

  /** Next wanted offset in the log, which may be that of a record to compare; undefined if the partition is not read. */
  wanted(partition: number): number | undefined {
    const state = this.partitions.get(partition);
    return state && (state.check.verdict ? state.position : state.check.looksAt);
  }

  /** Skips damaged records up to this offset in the log; if one of them was to be compared, it counts as unchanged. */
  passOver(partition: number, next: number): Intake {
    const state = this.partitions.get(partition);
    if (state === undefined) return { ignore: true };
    const { check, place, position } = state;
    if (!check.verdict) check.trust();
    if (check.verdict?.kind === 'other') return this.settled(partition, { other: check.verdict.to, place });
    if (next <= position) return { seek: position };
    state.position = next;
    return {
      batch: { topic: this.topic, partition, firstOffset: position + place.shift, nextOffset: next + place.shift, records: [] },
      missing: next - position,
    };
  }

  take(batch: Batch): Intake {
    const state = this.partitions.get(batch.partition);
    if (state === undefined) return { ignore: true };
    return this.settled(batch.partition, state.check.verdict ? this.read(batch, state) : this.look(batch, state));
  }

  /** Handles batches of control records, which kafkajs begins without passing any records on. */
  skip({ partition, batchSize, firstOffset: first, lastOffset: last }: BatchBegun): Intake {
    const state = this.partitions.get(partition);
    if (state === undefined || batchSize > 0 || first === null) return { ignore: true };
    const [firstOffset, nextOffset] = [Number(first), Number(last) + 1];
    if (!state.check.verdict) {
      const { looksAt } = state.check;
      if (firstOffset > looksAt || nextOffset <= looksAt) return { passed: true };
      const judged = this.judged(state, undefined);
      if (judged) return this.settled(partition, judged);
    }
    const { position, place } = state;
    if (firstOffset > position || nextOffset <= position) return { passed: true };
    state.position = nextOffset;
    return {
      batch: { topic: this.topic, partition, firstOffset: position + place.shift, nextOffset: nextOffset + place.shift, records: [] },
      missing: 0,
    };
  }

  /** Stops taking records of a partition that has to begin again. */
  private settled(partition: number, intake: Intake): Intake {
    if ('other' in intake || 'again' in intake) this.partitions.delete(partition);
    return intake;
  }

  /** Compares the record before the next one. */
  private look(batch: Batch, state: Partition): Intake {
    const { looksAt } = state.check;
    const { fetchedOffset, nextOffset } = extentOf(batch);
    if (fetchedOffset > looksAt || nextOffset <= looksAt) {
      return this.seekBack(state, looksAt, fetchedOffset, () => this.judged(state, undefined) ?? { seek: state.position });
    }
    state.seeks = 0;
    const message = batch.messages.find((each) => Number(each.offset) === looksAt);
    const judged = this.judged(state, message && recordMark(consumedRecord(this.topic, batch.partition, message)));
    if (judged) return judged;
    return state.position < nextOffset ? this.read(batch, state) : { passed: true };
  }

  /** How to continue after a comparison; undefined if the log is the same and the fetched records follow the position. */
  private judged(state: Partition, mark: number | undefined): Intake | undefined {
    const { check, position, place } = state;
    const lookedAt = check.looksAt;
    check.found(mark, this.compacted);
    const { verdict } = check;
    if (!verdict) return { seek: check.looksAt };
    if (verdict.kind === 'other') return { other: verdict.to, place };
    return position < lookedAt ? { seek: position } : undefined;
  }

  private read(batch: Batch, state: Partition): Intake {
    const { position, place } = state;
    const extent = extentOf(batch);
    const verdict = judgeBatch(extent, position, this.compacted);
    if (verdict === 'elsewhere') {
      return this.seekBack(state, position, extent.fetchedOffset, () => {
        state.position = extent.fetchedOffset;
        return { seek: state.position };
      });
    }
    state.seeks = 0;
    state.position = extent.nextOffset;
    const { shift } = place;
    const records = batch.messages
      .map((message) => consumedRecord(this.topic, batch.partition, message, this.headers, shift))
      .filter(({ offset }) => offset >= position + shift);
    // Begins where the last batch ended, so that compare-and-set of offsets has no gap.
    const taken = {
      topic: this.topic,
      partition: batch.partition,
      firstOffset: position + shift,
      nextOffset: extent.nextOffset + shift,
      records,
    };
    return { batch: taken, missing: verdict === 'hole' ? extent.firstOffset - position : 0 };
  }

  /**
   * @param compactedAway what to do if a compacted log has no records in between: the client skips batches that compaction has emptied
   */
  private seekBack(state: Partition, wanted: number, fetchedOffset: number, compactedAway: () => Intake): Intake {
    if (++state.seeks <= MAX_SEEKS) return { seek: wanted };
    state.seeks = 0;
    if (this.compacted && fetchedOffset > wanted) return compactedAway();
    return { again: `offset ${wanted} is wanted, and the broker goes on at ${fetchedOffset}` };
  }
}

function extentOf(batch: Batch): { fetchedOffset: number; firstOffset: number; nextOffset: number } {
  const nextOffset = Number(batch.lastOffset()) + 1;
  return {
    fetchedOffset: Number((batch as Batch & { fetchedOffset: string }).fetchedOffset),
    firstOffset: Number(batch.firstOffset() ?? nextOffset),
    nextOffset,
  };
}
