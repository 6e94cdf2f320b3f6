import { DAY_MS, oldestPiece, type PartitionedTable, pieceOf } from './time-partitions.js';

/** Beyond this a clock is wrong; a piece for such a day would never go. */
export const FUTURE_MS = DAY_MS;

/** Those of these times whose rows the table keeps. */
export const retainedTimes = (table: PartitionedTable, times: readonly number[], now: number): number[] =>
  times.filter((time) => time <= now + FUTURE_MS && pieceOf(table, time) >= oldestPiece(table, now));
