import { chown, type FileHandle, mkdir, open, readdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { sendSignal } from '#stack/processes/server-process.js';
import type { Random } from '#testing/workload/random.js';
import { compileLibrary } from './preloaded-library.js';

const SECTOR = 512;
const HEADER_BYTES = 24;
const RECORD_BYTES = 32;
const DIES_WITHIN_MS = 30_000;

/** One unsynced change of a file, with the data to undo it. */
interface Change {
  offset: number;
  /** The former bytes; empty if the file only grew. */
  saved: Buffer;
  written: number;
  /** The former size of the file. */
  size: number;
}

/** Sizes in bytes of changes. */
export interface UndoneWrites {
  /** Number of bytes that were not synced at the power cut. */
  unsynced: number;
  /** How many of them are gone. */
  undone: number;
}

/** The disk of a PostgreSQL server; a power cut removes its unsynced writes. `undo-writes.c` records the data to undo them. */
export class UndoJournals {
  private constructor(
    private readonly directory: string,
    private readonly journals: string,
    private readonly library: string,
  ) {}

  /** For a server whose cluster exists and is synced, as `initdb` leaves it. */
  static async of(directory: string): Promise<UndoJournals> {
    const real = await realpath(directory);
    const journals = new UndoJournals(real, `${real}-undo`, compileLibrary('undo-writes.c', join(real, '..')));
    await journals.begin();
    return journals;
  }

  wrap(command: ServerCommand): ServerCommand {
    return {
      ...command,
      environment: { ...command.environment, LD_PRELOAD: this.library, UNDO_OF: this.directory, UNDO_IN: this.journals },
    };
  }

  /**
   * Called when the server's first process is dead; ends its other processes. Each file loses any number of its last
   * unsynced changes, and sometimes some sectors of the change before them. Renamed and removed files stay renamed and removed.
   */
  async losePower(random: Random): Promise<UndoneWrites> {
    await this.end();
    const all: UndoneWrites = { unsynced: 0, undone: 0 };
    for (const name of (await readdir(this.directory, { recursive: true })).sort()) {
      const path = join(this.directory, name);
      const { ino, birthtimeNs } = await stat(path, { bigint: true });
      const changes = await changesOf(join(this.journals, `${ino}-${birthtimeNs}`));
      if (changes.length === 0) continue;
      all.unsynced += bytesOf(changes);
      all.undone += await undo(path, changes, random);
    }
    await this.begin();
    return all;
  }

  private async begin(): Promise<void> {
    await rm(this.journals, { recursive: true, force: true });
    await mkdir(this.journals, { mode: 0o700 });
    const { uid, gid } = await stat(this.directory);
    await chown(this.journals, uid, gid);
  }

  /** Ends the sessions, which outlive the first process for a moment, in their own process groups. They work in the data folder. */
  private async end(): Promise<void> {
    for (const deadline = performance.now() + DIES_WITHIN_MS; ; await sleep(20)) {
      const numbers = (await readdir('/proc')).filter((each) => /^\d+$/.test(each));
      const folders = await Promise.all(numbers.map((each) => readlink(`/proc/${each}/cwd`).catch(() => undefined)));
      const left = numbers.filter((_, at) => folders[at] === this.directory);
      if (left.length === 0) return;
      if (performance.now() > deadline) throw new Error(`Processes ${left.join(', ')} in ${this.directory} do not end.`);
      for (const each of left) sendSignal(Number(each), 'SIGKILL');
    }
  }
}

const bytesOf = (changes: readonly Change[]): number => changes.reduce((sum, { written }) => sum + written, 0);

/** The unsynced writes, the oldest first. */
async function changesOf(path: string): Promise<Change[]> {
  const journal = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  if (journal.length < HEADER_BYTES) return [];
  const numberAt = (at: number): number => Number(journal.readBigUInt64LE(at));
  const [base, end, synced] = [numberAt(0), numberAt(8), numberAt(16)];
  const changes: Change[] = [];
  for (let place = base; place < end;) {
    const at = HEADER_BYTES + place - base;
    const [offset, saved, written, size] = [numberAt(at), numberAt(at + 8), numberAt(at + 16), numberAt(at + 24)];
    const from = at + RECORD_BYTES;
    if (place >= synced) changes.push({ offset, saved: journal.subarray(from, from + saved), written, size });
    place += RECORD_BYTES + saved;
  }
  return changes;
}

/** @returns how many bytes of changes are gone */
async function undo(path: string, changes: readonly Change[], random: Random): Promise<number> {
  const kept = random.chance(0.5) ? 0 : random.integer(0, changes.length);
  const file = await open(path, 'r+');
  try {
    for (const { offset, saved, size } of changes.slice(kept).reverse()) {
      await putBack(file, saved, offset);
      await file.truncate(size);
    }
    const last = changes[kept - 1];
    const torn = last && random.chance(0.5) ? await tear(file, last, random) : 0;
    return bytesOf(changes.slice(kept)) + torn;
  } finally {
    await file.close();
  }
}

/** Undoes some sectors of a change. @returns how many bytes are gone */
async function tear(file: FileHandle, { offset, saved, size }: Change, random: Random): Promise<number> {
  const { size: grown } = await file.stat();
  // The growth of a file is undone completely or not at all.
  if (grown < offset + saved.length) return 0;
  let gone = 0;
  for (let from = offset; from < offset + saved.length;) {
    const to = Math.min((Math.floor(from / SECTOR) + 1) * SECTOR, offset + saved.length);
    if (random.chance(0.5)) {
      await putBack(file, saved.subarray(from - offset, to - offset), from);
      gone += to - from;
    }
    from = to;
  }
  if (grown <= size) return gone;
  const left = Math.max(size, Math.floor(random.integer(size, grown) / SECTOR) * SECTOR);
  await file.truncate(left);
  return gone + grown - left;
}

async function putBack(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}
