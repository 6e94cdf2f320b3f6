import { randomBytes } from 'node:crypto';
import type { InstallationSecrets } from './service-environment.js';

/** Creates the secrets of an installation, with 256 bits each. */
export function createSecrets(): InstallationSecrets {
  const secret = () => randomBytes(32).toString('base64url');
  return { internalToken: secret(), operationIdSecret: secret(), cursorSecret: secret(), keySecret: secret() };
}
