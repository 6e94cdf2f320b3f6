import type { GatewayRoute } from '../routes.js';

const JSON_TYPE = ['application/json'] as const;
const WORKSPACE = '/operator/workspaces/:workspaceId';

type Line = Omit<GatewayRoute, 'produces'>;
const operator = (line: Omit<Line, 'scope' | 'tag'>): Line => ({ ...line, scope: 'operator', tag: 'Operator' });
const admin = (line: Omit<Line, 'tag'>): Line => ({ ...line, tag: 'Workspace' });

/** What the directory answers: each line is handed on as it comes, once the token allows it. */
export const DIRECTORY_ROUTES: readonly GatewayRoute[] = [
  operator({ name: 'listWorkspaces', method: 'GET', path: '/operator/workspaces', summary: 'List the workspaces, page by page' }),
  operator({ name: 'createWorkspace', method: 'POST', path: '/operator/workspaces', body: 'required', summary: 'Create a workspace' }),
  operator({ name: 'readWorkspace', method: 'GET', path: WORKSPACE, summary: 'Read a workspace' }),
  operator({ name: 'changeWorkspace', method: 'PATCH', path: WORKSPACE, body: 'required', summary: 'Rename a workspace or give it another plan; former names go on resolving' }),
  operator({ name: 'suspendWorkspace', method: 'POST', path: `${WORKSPACE}/suspend`, body: 'optional', summary: 'Suspend a workspace: reads go on, changes are refused' }),
  operator({ name: 'resumeWorkspace', method: 'POST', path: `${WORKSPACE}/resume`, body: 'optional', summary: 'End the suspension of a workspace' }),
  operator({ name: 'deleteWorkspace', method: 'DELETE', path: WORKSPACE, summary: 'Delete a workspace; it can be brought back for a time of grace' }),
  operator({ name: 'restoreWorkspace', method: 'POST', path: `${WORKSPACE}/restore`, body: 'optional', summary: 'Bring back a workspace that is being deleted' }),

  operator({ name: 'listPlans', method: 'GET', path: '/operator/plans', summary: 'List the plans' }),
  operator({ name: 'putPlan', method: 'PUT', path: '/operator/plans/:plan', body: 'required', summary: 'Make or change a plan; what is left out is not limited' }),
  operator({ name: 'removePlan', method: 'DELETE', path: '/operator/plans/:plan', summary: 'Remove a plan that no workspace has' }),

  operator({ name: 'listTokens', method: 'GET', path: '/operator/tokens', summary: 'List machine tokens of all workspaces, newest first' }),
  operator({ name: 'createToken', method: 'POST', path: '/operator/tokens', body: 'required', summary: 'Make a machine token; it is shown this once' }),
  operator({ name: 'revokeToken', method: 'DELETE', path: '/operator/tokens/:tokenId', summary: 'Revoke a machine token' }),

  operator({ name: 'listKeys', method: 'GET', path: '/operator/keys', summary: 'List the keys that sign tokens' }),
  operator({ name: 'rotateKeys', method: 'POST', path: '/operator/keys/rotate', body: 'optional', summary: 'Make the next signing key' }),
  operator({ name: 'withdrawKey', method: 'DELETE', path: '/operator/keys/:kid', summary: 'Take a key away: its tokens are refused at once' }),
  operator({ name: 'readAudit', method: 'GET', path: '/operator/audit', summary: 'Who changed what in the directory, newest first' }),

  admin({ name: 'listWorkspaceTokens', method: 'GET', path: '/groups/:groupID/tokens', scope: 'tokens:admin', summary: "List the workspace's machine tokens, newest first" }),
  admin({ name: 'createWorkspaceToken', method: 'POST', path: '/groups/:groupID/tokens', scope: 'tokens:admin', body: 'required', summary: 'Make a machine token of the workspace; it is shown this once' }),
  admin({ name: 'revokeWorkspaceToken', method: 'DELETE', path: '/groups/:groupID/tokens/:tokenId', scope: 'tokens:admin', summary: 'Revoke a machine token of the workspace' }),
].map((line) => ({ ...line, produces: JSON_TYPE }));
