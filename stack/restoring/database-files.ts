import { chown, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BackupError } from '../backup-file/backup-error.js';
import type { SystemUser } from '../database/database-user.js';

/** Modes that PostgreSQL requires: only its user has access. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Writes the files of a database into a folder. PostgreSQL flushes them to the disk before its recovery. */
export class DatabaseFiles {
  private readonly folders = new Set<string>();

  /** @param user that runs the database; undefined for the user of this process */
  constructor(
    private readonly root: string,
    private readonly user: SystemUser | undefined,
  ) {}

  async folder(path: string): Promise<void> {
    const folder = join(this.root, path);
    if (this.folders.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    if (this.user) await chown(folder, this.user.uid, this.user.gid);
    this.folders.add(folder);
  }

  /** @throws BackupError if the disk is full */
  async file(path: string): Promise<{ write(data: Buffer): Promise<void>; end(): Promise<void> }> {
    await this.folder(dirname(path));
    const name = join(this.root, path);
    const handle = await open(name, 'w', FILE_MODE);
    return {
      write: (data) => handle.writeFile(data).catch((error: NodeJS.ErrnoException) => Promise.reject(explained(error, name))),
      end: async () => {
        try {
          if (this.user) await handle.chown(this.user.uid, this.user.gid);
        } catch (error) {
          throw explained(error as NodeJS.ErrnoException, name);
        } finally {
          await handle.close();
        }
      },
    };
  }
}

function explained(error: NodeJS.ErrnoException, file: string): Error {
  if (error.code !== 'ENOSPC') return error;
  return new BackupError(
    `The disk is full (${file}). What was there before is unchanged: make room, or restore to another disk by --data.`,
    { cause: error },
  );
}
