import type { Session } from './session.js';

const LIFE_S = 15 * 60;

/**
 * Runs an action inside a workspace. An operator's own token administers the installation but cannot open a workspace, so the action uses a
 * token that is valid for 15 minutes and has only this scope in this workspace. The audit records its creation and revocation with the
 * operator's name.
 * @param work receives that token; undefined: the caller's own token is sufficient
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
        session.output.note('The token used for this command could not be revoked; it expires within 15 minutes. See: waymark token list'),
      );
  }
}
