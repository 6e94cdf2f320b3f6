import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const MiB = 1024 * 1024;
/** The write-ahead log may grow to it between two checkpoints. */
const LOG_BYTES = 8 * MiB;
/** Pages of indexes, and what is lost at the ends of pages. */
const OVERHEAD = 1.25;
/** Given back to the disk at a time. */
const PAGES_AT_A_TIME = 2048;
/** Fewer free pages are kept: the next elements need them. */
const KEPT_PAGES = 256;

/** The smallest `queue.maxBytes` that can be kept. */
export const LEAST_BYTES = 16 * MiB;

/** Keeps the folder within `maxBytes`: all that lies in it counts, also what could not be read and was put aside. */
export class DiskRoom {
  private readonly pageSize: number;
  private readonly budget: number;

  /** @param files of the queue itself; the rest of the folder is taken off the bound */
  constructor(
    private readonly database: DatabaseSync,
    private readonly folder: string,
    maxBytes: number,
    files: readonly string[],
  ) {
    this.pageSize = this.pragma('page_size');
    this.budget = Math.max(LEAST_BYTES / 2, maxBytes - LOG_BYTES - bytesBeside(folder, files));
    // Should the reckoning be wrong, the database itself goes no further. A little more than the budget: outcomes must
    // find room to be written.
    database.exec(
      `pragma max_page_count = ${Math.ceil((this.budget + 2 * MiB) / this.pageSize)}; pragma journal_size_limit = ${LOG_BYTES}`,
    );
  }

  /** Whether so many bytes of bodies more stay within the bound. */
  hasRoomFor(bytes: number): boolean {
    return (this.pragma('page_count') - this.pragma('freelist_count')) * this.pageSize + bytes * OVERHEAD <= this.budget;
  }

  /** Of all that lies in the folder. */
  bytesOnDisk(): number {
    return bytesBeside(this.folder, []);
  }

  /** Gives pages that a backlog has left back to the disk, some at a time. */
  giveBack(): void {
    const free = this.pragma('freelist_count');
    if (free <= KEPT_PAGES) return;
    this.database.exec(`pragma incremental_vacuum(${Math.min(PAGES_AT_A_TIME, free - KEPT_PAGES)})`);
    // The file gets shorter when the log is written back to it.
    this.database.exec('pragma wal_checkpoint(truncate)');
  }

  private pragma(name: string): number {
    return Number(Object.values(this.database.prepare(`pragma ${name}`).get()!)[0]);
  }
}

function bytesBeside(folder: string, files: readonly string[]): number {
  let bytes = 0;
  for (const file of readdirSync(folder))
    if (!files.includes(file)) bytes += statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
