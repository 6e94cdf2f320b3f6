import { randomBytes } from 'node:crypto';
import type { DataFolder } from '../data-folder/data-folder.js';
import { readOrCreateJsonFile, writeJsonFile } from '../data-folder/json-file.js';
import { createSecrets } from '../services/secrets.js';
import type { InstallationSecrets } from '../services/service-environment.js';

export interface StackSecrets extends InstallationSecrets {
  databasePassword: string;
}

/** The installation's secrets. Created at the first start and kept, since cursors, operation ids and encrypted keys depend on them. */
export function installationSecrets(folder: DataFolder): StackSecrets {
  const fresh = () => ({ ...createSecrets(), databasePassword: randomBytes(24).toString('hex') });
  const known = readOrCreateJsonFile<StackSecrets>(folder.secretsFile, fresh);
  const complete = { ...fresh(), ...known };
  // An older installation may lack newer secrets.
  if (Object.keys(complete).length > Object.keys(known).length) writeJsonFile(folder.secretsFile, complete);
  return complete;
}
