import { type Scope, WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { reachDirectory } from './reach-directory.js';

/** The name of the tokens made here, in the list of tokens. */
const TOKEN_NAME = 'npm run token';

export interface TokenOptions {
  workspace: string;
  name?: string;
  scopes: readonly Scope[];
  expiresInSeconds: number;
}

/** Reads "objects:write,feed:read". @throws Error naming the unknown scope and all existing ones */
export function parseScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(WORKSPACE_SCOPES as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no scope ${JSON.stringify(unknown)}: the scopes are ${WORKSPACE_SCOPES.join(', ')}.`);
  return [...new Set(names as Scope[])];
}

/** A new machine token for one workspace, which is made when it is not there. Waymark must be running. */
export async function createToken(settings: StackSettings, { workspace, name, scopes, expiresInSeconds }: TokenOptions): Promise<string> {
  const directory = reachDirectory(settings);
  await directory.ensureWorkspace(workspace, name);
  return directory.createToken({ name: TOKEN_NAME, workspaces: [workspace], scopes, expiresInSeconds });
}

/** A new machine token that runs the installation, for a day at most. Waymark must be running. */
export function createOperatorToken(settings: StackSettings, expiresInSeconds: number | undefined): Promise<string> {
  return reachDirectory(settings).createToken({ name: TOKEN_NAME, workspaces: [], scopes: ['operator'], expiresInSeconds });
}
