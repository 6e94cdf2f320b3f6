import { isScope, type Scope, SCOPES } from '#identity/scopes.js';
import { signingKey } from '../credentials/installation-credentials.js';
import { mintApiToken } from '../credentials/token-keys.js';
import { ensureWorkspace } from '../credentials/workspaces.js';
import { createDataFolder, dataFolder } from '../data-folder.js';
import type { StackSettings } from '../stack-settings.js';

export interface TokenOptions {
  workspace: string;
  name?: string;
  scopes: readonly Scope[];
  expiresInSeconds: number;
}

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

/** Reads "objects:write,feed:read". @throws Error naming the unknown one and all that there are */
export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) throw new Error(`There is no scope ${JSON.stringify(unknown)}: the scopes are ${ALL_SCOPES.join(', ')}.`);
  return [...new Set(names as Scope[])];
}

/** A new token for one workspace, which is made when it is not there; so is the signing key. Works whether Waymark runs or not. */
export async function createToken(settings: StackSettings, { workspace, name, scopes, expiresInSeconds }: TokenOptions): Promise<string> {
  const folder = dataFolder(settings.data);
  createDataFolder(folder);
  const { id } = ensureWorkspace(folder, workspace, name, new Date());
  return mintApiToken({ privateJwk: await signingKey(folder) }, { subject: 'operator', workspaces: [id], scopes, expiresInSeconds });
}
