import { Problem } from '#problems/problem.js';
import { type TokenAuthority, unauthenticated } from './bearer.js';
import type { Caller } from './caller.js';
import { foreignWorkspace, type WorkspaceAuthority } from './route-protection.js';

/**
 * Why a read of a workspace that was let in, and is answered for as long as it is open, may go on no longer: its token has expired
 * or was taken back, or the workspace is gone. Undefined: it may.
 */
export function refusalSince({ tokenId, subject, issuedAt, expiresAt }: Caller, workspace: string, directory: TokenAuthority & WorkspaceAuthority, nowSeconds: number): Problem | undefined {
  if (nowSeconds >= expiresAt) return unauthenticated('The token has expired');
  if (directory.isRevoked(tokenId, subject, issuedAt)) return unauthenticated('The token was revoked');
  const status = directory.workspace(workspace)?.status;
  return status === undefined || status === 'deleting' ? foreignWorkspace() : undefined;
}
