import { DAY_MS, oldestPiece, type PartitionedTable, pieceOf } from './time-partitions.js';

/** Times further in the future come from a wrong clock, and their piece would stay for too long. */
export const FUTURE_MS = DAY_MS;

/** Those of the times whose rows the table keeps. */
export const retainedTimes = (table: PartitionedTable, times: readonly number[], now: number): number[] =>
  times.filter((time) => time <= now + FUTURE_MS && pieceOf(table, time) >= oldestPiece(table, now));
