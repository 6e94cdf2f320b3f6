import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another agent uses the folder. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError';
}

/**
 * Allows one agent per folder, because two would send everything twice. The lock is an operating-system lock on `agent.lock`, held through
 * a database that is never written to, so it ends with the process in any case.
 */
export class FolderLock {
  private constructor(private readonly database: DatabaseSync) {}

  /** @throws FolderTakenError */
  static takeIn(folder: string): FolderLock {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'agent.lock');
    const database = new DatabaseSync(file);
    try {
      database.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
    } catch (error) {
      database.close();
      const busy = ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;
      if (!busy) throw error;
      throw new FolderTakenError(
        `Another agent works with the queue in ${folder}. Give each agent a folder of its own (queue.folder), or end the other one.`,
      );
    }
    return new FolderLock(database);
  }

  release(): void {
    this.database.close();
  }
}
