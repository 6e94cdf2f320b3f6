import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import type { DataFolder } from '../data-folder.js';
import { readJsonFile, writeJsonFile } from '../json-file.js';
import { createSecrets } from '../services/secrets.js';
import type { InstallationSecrets } from '../services/service-environment.js';
import { createTokenKeys } from './token-keys.js';

export interface StackSecrets extends InstallationSecrets {
  databasePassword: string;
}

/** The installation's secrets, made at the first start and kept: cursors and operation ids are bound to them. */
export function installationSecrets(folder: DataFolder): StackSecrets {
  const known = readJsonFile<StackSecrets>(folder.secretsFile);
  if (known) return known;
  const secrets = { ...createSecrets(), databasePassword: randomBytes(24).toString('hex') };
  writeJsonFile(folder.secretsFile, secrets);
  return secrets;
}

/** The key that signs tokens; made together with its public key set when it is not there. */
export async function signingKey(folder: DataFolder): Promise<JWK> {
  const known = readJsonFile<JWK>(folder.signingKeyFile);
  if (known) return known;
  const { privateJwk, publicKeys } = await createTokenKeys();
  // The public half first: a signing key without it would make tokens that nobody accepts.
  writeJsonFile(folder.tokenKeysFile, publicKeys);
  writeJsonFile(folder.signingKeyFile, privateJwk);
  return privateJwk;
}
