import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const MiB = 1024 * 1024;
/** Maximum growth of the write-ahead log between two checkpoints. */
const LOG_BYTES = 8 * MiB;
/** Factor for index pages and unused space at the ends of pages. */
const OVERHEAD = 1.25;
/** Pages returned to the disk at a time. */
const PAGES_AT_A_TIME = 2048;
/** Free pages to keep for the next elements. */
const SPARE_PAGES = 256;

/** The smallest feasible `queue.maxBytes`. */
export const MIN_BYTES = 16 * MiB;

/** Keeps the folder within `maxBytes`. Everything in it counts, including unreadable files that were set aside. */
export class DiskRoom {
  private readonly pageSize: number;
  private readonly budget: number;

  /** @param files of the queue itself; the rest of the folder reduces the limit */
  constructor(
    private readonly database: DatabaseSync,
    private readonly folder: string,
    maxBytes: number,
    files: readonly string[],
  ) {
    this.pageSize = this.pragma('page_size');
    this.budget = Math.max(MIN_BYTES / 2, maxBytes - LOG_BYTES - bytesInFolder(folder, files));
    // A safety limit in the database in case the estimate is wrong. It is slightly above the budget, because outcomes must always fit.
    database.exec(
      `pragma max_page_count = ${Math.ceil((this.budget + 2 * MiB) / this.pageSize)}; pragma journal_size_limit = ${LOG_BYTES}`,
    );
  }

  /** Whether this many more bytes of bodies fit within the limit. */
  hasRoomFor(bytes: number): boolean {
    return (this.pragma('page_count') - this.pragma('freelist_count')) * this.pageSize + bytes * OVERHEAD <= this.budget;
  }

  /** Size of everything in the folder. */
  bytesOnDisk(): number {
    return bytesInFolder(this.folder, []);
  }

  /** Returns the free pages of a sent backlog to the disk, some at a time. */
  giveBack(): void {
    const free = this.pragma('freelist_count');
    if (free <= SPARE_PAGES) return;
    this.database.exec(`pragma incremental_vacuum(${Math.min(PAGES_AT_A_TIME, free - SPARE_PAGES)})`);
    // The file becomes shorter when the log is written back to it.
    this.database.exec('pragma wal_checkpoint(truncate)');
  }

  private pragma(name: string): number {
    return Number(Object.values(this.database.prepare(`pragma ${name}`).get()!)[0]);
  }
}

function bytesInFolder(folder: string, files: readonly string[]): number {
  let bytes = 0;
  for (const file of readdirSync(folder))
    if (!files.includes(file)) bytes += statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
