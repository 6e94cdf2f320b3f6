import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerCommand } from '#stack/processes/server-command.js';
import type { Random } from '#testing/workload/random.js';
import { compileLibrary } from './preloaded-library.js';

/** The disk of a server; a power cut removes its unsynced data. For files that only grow, such as segments of Kafka's logs. */
export class UnsyncedDisk {
  private readonly notes: string;

  private constructor(
    private readonly directory: string,
    private readonly library: string,
  ) {
    this.notes = `${directory}-unsynced-notes`;
  }

  static async in(directory: string): Promise<UnsyncedDisk> {
    const disk = new UnsyncedDisk(directory, compileLibrary('unsynced.c', join(directory, '..')));
    await writeFile(disk.notes, '');
    return disk;
  }

  wrap(command: ServerCommand): ServerCommand {
    return { ...command, environment: { ...command.environment, LD_PRELOAD: this.library, UNSYNCED_NOTES: this.notes } };
  }

  /**
   * Called when the server is dead. Each segment keeps any part of its unsynced data, or nothing: its last record may be torn.
   * @returns how many bytes are gone
   */
  async losePower(random: Random): Promise<number> {
    const synced = new Map<string, number>();
    for (const line of (await readFile(this.notes, 'utf8')).split('\n')) {
      const space = line.indexOf(' ');
      if (space > 0) synced.set(line.slice(space + 1), Number(line.slice(0, space)));
    }
    let gone = 0;
    for (const name of (await readdir(this.directory, { recursive: true })).filter((each) => each.endsWith('.log')).sort()) {
      const path = join(this.directory, name);
      const { size } = await stat(path);
      const safe = Math.min(size, synced.get(path) ?? 0);
      const left = random.next() < 0.5 ? safe : random.integer(safe, size);
      gone += size - left;
      await truncate(path, left);
    }
    return gone;
  }
}
