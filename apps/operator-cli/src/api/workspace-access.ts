import type { Session } from '../session.js';

const LIFE_S = 15 * 60;

/**
 * Does something inside of a workspace. An operator's own token runs the installation and opens no workspace: it is done by a token of a
 * quarter of an hour that has this scope there and no more; making and revoking it is in the audit, with the operator's name.
 * @param work is given that token; undefined: the caller's own will do
 */
export async function inWorkspace(
  session: Session,
  workspace: string,
  scope: string,
  work: (token: string | undefined) => Promise<void>,
): Promise<void> {
  if (!(await session.isOperator())) return work(undefined);
  const body = { name: `waymark ${scope}`, workspaces: [workspace], scopes: [scope], expiresInSeconds: LIFE_S };
  const { id, token } = await session.api.send<{ id: string; token: string }>('POST', '/operator/tokens', { body });
  try {
    await work(token);
  } finally {
    await session.api
      .send('DELETE', `/operator/tokens/${id}`)
      .catch(() =>
        session.output.note(
          'The token that this was done by could not be revoked; it ends by itself within 15 minutes. See: waymark token list',
        ),
      );
  }
}
