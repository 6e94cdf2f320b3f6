import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of one installation's data. Nothing is written outside this folder, except the broker's jars. */
export interface DataFolder {
  root: string;
  database: string;
  broker: string;
  logs: string;
  /** Records of running processes. */
  run: string;
  secretsFile: string;
  /** Work of a restore for the next start. */
  restored: string;
  /** Record of erased objects with times, for repeating erasures after a restore. */
  erasuresFile: string;
}

/** @param erasuresFile if it is outside the folder */
export function dataFolder(root: string, erasuresFile = ''): DataFolder {
  return {
    root,
    database: join(root, 'postgres'),
    broker: join(root, 'kafka'),
    logs: join(root, 'logs'),
    run: join(root, 'run'),
    secretsFile: join(root, 'secrets.json'),
    restored: join(root, 'restored'),
    erasuresFile: erasuresFile || join(root, 'erasures.ndjson'),
  };
}

/** Creates missing folders. */
export function createDataFolder(folder: DataFolder): void {
  for (const path of [folder.root, folder.logs, folder.run]) mkdirSync(path, { recursive: true });
}
