import { WORKSPACE_SCOPES } from '#contracts/directory/scopes.js';
import { VARIED_PLAN } from '#testing/simulator/directory-load.js';

/** The workspace that is suspended, resumed and given other plans. */
export const HELD = 'held';
const DAY_S = 86_400;

interface MadeToken {
  id: string;
  token: string;
}

export interface FurnishedDirectory {
  /** A token for the administration, valid for an hour. */
  operator: MadeToken;
  /** Tokens by workspace, valid for a day. */
  tokens: ReadonlyMap<string, string>;
  held: { tokenId: string; token: string };
}

/** Creates the plans, workspaces and tokens with which a world with a separate directory begins, using the installation's secret. */
export async function furnishDirectory(
  url: string,
  internal: Record<string, string>,
  workspaces: readonly string[],
): Promise<FurnishedDirectory> {
  const ask = async (method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...internal, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const tokens = new Map<string, string>();
  let held: FurnishedDirectory['held'] | undefined;
  await ask('PUT', `/operator/plans/${VARIED_PLAN}`, {});
  for (const workspace of [...workspaces, HELD]) {
    await ask('POST', '/operator/workspaces', { id: workspace });
    const { id, token } = (await ask('POST', '/operator/tokens', {
      name: workspace,
      workspaces: [workspace],
      scopes: WORKSPACE_SCOPES,
      expiresInSeconds: DAY_S,
    })) as MadeToken;
    tokens.set(workspace, token);
    if (workspace === HELD) held = { tokenId: id, token };
  }
  const operator = (await ask('POST', '/operator/tokens', { name: 'operator', workspaces: [], scopes: ['operator'] })) as MadeToken;
  return { operator, tokens, held: held! };
}
