import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { JWK } from 'jose';
import type { DataFolder } from '../data-folder.js';
import { readOrCreateJsonFile } from '../json-file.js';
import { createSecrets } from '../services/secrets.js';
import type { InstallationSecrets } from '../services/service-environment.js';
import { createTokenKeys } from './token-keys.js';

export interface StackSecrets extends InstallationSecrets {
  databasePassword: string;
}

/** The installation's secrets, made at the first start and kept: cursors and operation ids are bound to them. */
export function installationSecrets(folder: DataFolder): StackSecrets {
  return readOrCreateJsonFile(folder.secretsFile, () => ({ ...createSecrets(), databasePassword: randomBytes(24).toString('hex') }));
}

/** The key that signs tokens, made when it is not there; beside it lies the set with its public half. */
export async function signingKey(folder: DataFolder): Promise<JWK> {
  const made = existsSync(folder.signingKeyFile) ? undefined : await createTokenKeys();
  const privateJwk = readOrCreateJsonFile<JWK>(folder.signingKeyFile, () => made!.privateJwk);
  const { d: _secret, ...publicJwk } = privateJwk;
  readOrCreateJsonFile(folder.tokenKeysFile, () => ({ keys: [publicJwk] }));
  return privateJwk;
}
