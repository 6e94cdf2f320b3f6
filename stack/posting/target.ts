import { createToken } from '../directory/token.js';
import { addressOf, readStackSettings } from '../settings/stack-settings.js';

export interface Target {
  url: string;
  token: string;
  workspace: string;
}

export interface TargetOptions {
  /** Default: the installation of this checkout. */
  url?: string;
  /** Default: a new token of this checkout's installation, valid for a day. */
  token?: string;
  workspace: string;
}

const DAY_SECONDS = 24 * 60 * 60;

/** URL, workspace and token for posting. Creates the workspace and the token like `npm run token`. */
export async function resolveTarget({ url, token, workspace }: TargetOptions): Promise<Target> {
  const settings = readStackSettings();
  return {
    url: url ?? addressOf(settings),
    workspace,
    token: token ?? (await createToken(settings, { workspace, scopes: ['objects:write'], expiresInSeconds: DAY_SECONDS })),
  };
}
