import { type Scope, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { reachDirectory } from './reach-directory.js';

/** Name of these tokens in the list of tokens. */
const TOKEN_NAME = 'npm run token';

export interface TokenOptions {
  workspace: string;
  name?: string;
  scopes: readonly Scope[];
  expiresInSeconds: number;
}

/** Parses scopes such as "objects:write,feed:read". @throws Error with the unknown scope and all existing ones */
export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(WORKSPACE_SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no scope ${JSON.stringify(unknown)}: the scopes are ${WORKSPACE_SCOPES.join(', ')}.`);
  return [...new Set(names as Scope[])];
}

/** Creates a machine token for a workspace, and the workspace if it is missing. Waymark must be running. */
export async function createToken(settings: StackSettings, { workspace, name, scopes, expiresInSeconds }: TokenOptions): Promise<string> {
  const directory = reachDirectory(settings);
  await directory.ensureWorkspace(workspace, name);
  return directory.createToken({ name: TOKEN_NAME, workspaces: [workspace], scopes, expiresInSeconds });
}

/** Creates a machine token for operating the installation, valid for at most a day. Waymark must be running. */
export function createOperatorToken(settings: StackSettings, expiresInSeconds: number | undefined): Promise<string> {
  return reachDirectory(settings).createToken({ name: TOKEN_NAME, workspaces: [], scopes: ['operator'], expiresInSeconds });
}
