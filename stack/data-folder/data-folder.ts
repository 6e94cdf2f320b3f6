import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where everything of one installation lies. Nothing is written outside it (the broker's jars apart). */
export interface DataFolder {
  root: string;
  database: string;
  broker: string;
  logs: string;
  /** Which processes run. */
  run: string;
  secretsFile: string;
  /** The work that a restore has left for the first start after it. */
  restored: string;
  /** Which objects were erased, and when: a restored backup must have its erasures again. */
  erasuresFile: string;
}

/** @param erasuresFile when it lies elsewhere */
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

/** Makes the folders that are not there. */
export function createDataFolder(folder: DataFolder): void {
  for (const path of [folder.root, folder.logs, folder.run]) mkdirSync(path, { recursive: true });
}
