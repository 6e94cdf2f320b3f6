import type { Logger } from '#telemetry/logger.js';
import { ArchiveFolders, type FoundArchive } from '#tile-archives/archive-folder.js';

const LOOK_AGAIN_MS = 5000;

/** The street maps of this installation: files that an operator may add, replace and remove while the gateway runs. */
export class StreetMaps {
  private readonly folders: ArchiveFolders;
  private archives: readonly FoundArchive[] = [];
  private looking: Promise<void> | undefined;
  private lookAgainAt = 0;
  private readonly logged = new Set<string>();

  constructor(
    folders: readonly string[],
    private readonly log: Pick<Logger, 'warn' | 'error'>,
    private readonly now: () => number = Date.now,
  ) {
    this.folders = new ArchiveFolders(folders);
  }

  /** All available street maps; the list is at most a few seconds old. */
  async all(): Promise<readonly FoundArchive[]> {
    if (this.now() >= this.lookAgainAt) await (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    return this.archives;
  }

  /** The street map with this hash. Reads the folders only for an unknown hash, since every request for a tile calls this. */
  async find(hash: string): Promise<FoundArchive | undefined> {
    const known = (among: readonly FoundArchive[]): FoundArchive | undefined => among.find((each) => each.hash === hash);
    return known(this.archives) ?? known(await this.all());
  }

  close(): Promise<void> {
    return this.folders.close();
  }

  private async look(): Promise<void> {
    this.lookAgainAt = this.now() + LOOK_AGAIN_MS;
    try {
      const { archives, faulty } = await this.folders.look();
      this.archives = archives;
      for (const { file, fault } of faulty)
        if (this.isNews(`${file} ${fault}`)) this.log.warn({ file, fault }, 'A street map cannot be shown.');
    } catch (error) {
      if (this.isNews((error as Error).message))
        this.log.error({ err: error }, 'The folder of street maps (STREETS_FOLDER) cannot be read; the maps found earlier stay available.');
    }
  }

  private isNews(text: string): boolean {
    if (this.logged.has(text)) return false;
    if (this.logged.size > 1000) this.logged.clear();
    this.logged.add(text);
    return true;
  }
}
