import { signingKey } from '../credentials/installation-credentials.js';
import { mintApiToken } from '../credentials/token-keys.js';
import { ensureWorkspace } from '../credentials/workspaces.js';
import { dataFolder } from '../data-folder.js';
import { addressOf, readStackSettings } from '../stack-settings.js';

export interface Target {
  url: string;
  token: string;
  workspace: string;
}

export interface TargetOptions {
  /** Default: the installation of this checkout. */
  url?: string;
  /** Default: a token of this checkout's installation, made now, good for a day. */
  token?: string;
  workspace: string;
  /** `sub` of the token that is made. */
  subject: string;
}

const DAY_SECONDS = 24 * 60 * 60;

/** Where to post and with what; makes the workspace and the token as `npm run token` does. */
export async function resolveTarget({ url, token, workspace, subject }: TargetOptions): Promise<Target> {
  const settings = readStackSettings();
  return { url: url ?? addressOf(settings), workspace, token: token ?? (await ownToken(settings.data, workspace, subject)) };
}

async function ownToken(data: string, workspace: string, subject: string): Promise<string> {
  const folder = dataFolder(data);
  ensureWorkspace(folder, workspace, undefined, new Date());
  const privateJwk = await signingKey(folder);
  return mintApiToken({ privateJwk }, { subject, workspaces: [workspace], scopes: ['objects:write'], expiresInSeconds: DAY_SECONDS });
}
