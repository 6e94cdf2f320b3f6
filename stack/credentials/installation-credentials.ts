import { randomBytes } from 'node:crypto';
import type { DataFolder } from '../data-folder/data-folder.js';
import { readOrCreateJsonFile, writeJsonFile } from '../data-folder/json-file.js';
import { createSecrets } from '../services/secrets.js';
import type { InstallationSecrets } from '../services/service-environment.js';

export interface StackSecrets extends InstallationSecrets {
  databasePassword: string;
}

/** The installation's secrets, made at the first start and kept: cursors, operation ids and sealed keys are bound to them. */
export function installationSecrets(folder: DataFolder): StackSecrets {
  const fresh = () => ({ ...createSecrets(), databasePassword: randomBytes(24).toString('hex') });
  const known = readOrCreateJsonFile<StackSecrets>(folder.secretsFile, fresh);
  const complete = { ...fresh(), ...known };
  // Of an installation that is older than one of them.
  if (Object.keys(complete).length > Object.keys(known).length) writeJsonFile(folder.secretsFile, complete);
  return complete;
}
