import { FleetDto } from '#contracts/directory/dto/fleet.dto.js';
import { KeyRotationDto } from '#contracts/directory/dto/key-rotation.dto.js';
import { NewOperatorTokenDto, NewTokenDto } from '#contracts/directory/dto/machine-token.dto.js';
import { PlanLimitsDto } from '#contracts/directory/dto/plan.dto.js';
import { NewWorkspaceDto, WorkspaceChangeDto } from '#contracts/directory/dto/workspace.dto.js';
import type { GatewayRoute } from '../gateway-route.js';
import type { DirectorySchema } from '../openapi/directory-schemas.js';

const JSON_TYPE = ['application/json'] as const;
const WORKSPACE = '/operator/workspaces/:workspaceId';

/** A route that is handed on to the directory, with what its OpenAPI description can't be told from elsewhere. */
export interface DirectoryRoute extends GatewayRoute {
  /** The body's rules; its name without `Dto` is the schema's. */
  readonly takes?: abstract new () => object;
  /** Status of a successful answer and the schema of its body; 204: without one. */
  readonly gives: readonly [200 | 201, DirectorySchema] | readonly [204];
  /** Query parameters, each with what it is for. */
  readonly query?: Readonly<Record<string, string>>;
}

type Line = Omit<DirectoryRoute, 'produces'>;
const operator = (line: Omit<Line, 'scope' | 'tag'>): Line => ({ ...line, scope: 'operator', tag: 'Operator' });
const admin = (line: Omit<Line, 'tag'>): Line => ({ ...line, tag: 'Workspace' });

/** What the directory answers: each line is handed on as it comes, once the token allows it. */
export const DIRECTORY_ROUTES: readonly DirectoryRoute[] = [
  operator({ name: 'listWorkspaces', method: 'GET', path: '/operator/workspaces', query: { after: 'The last id of the page before.' }, gives: [200, 'WorkspacePage'], summary: 'List the workspaces, page by page' }),
  operator({ name: 'createWorkspace', method: 'POST', path: '/operator/workspaces', body: 'required', takes: NewWorkspaceDto, gives: [201, 'Workspace'], summary: 'Create a workspace' }),
  operator({ name: 'readWorkspace', method: 'GET', path: WORKSPACE, gives: [200, 'Workspace'], summary: 'Read a workspace' }),
  operator({ name: 'changeWorkspace', method: 'PATCH', path: WORKSPACE, body: 'required', takes: WorkspaceChangeDto, gives: [200, 'Workspace'], summary: 'Rename a workspace or give it another plan; former names go on resolving' }),
  operator({ name: 'suspendWorkspace', method: 'POST', path: `${WORKSPACE}/suspend`, body: 'optional', gives: [200, 'Workspace'], summary: 'Suspend a workspace: reads go on, changes are refused' }),
  operator({ name: 'resumeWorkspace', method: 'POST', path: `${WORKSPACE}/resume`, body: 'optional', gives: [200, 'Workspace'], summary: 'End the suspension of a workspace' }),
  operator({ name: 'deleteWorkspace', method: 'DELETE', path: WORKSPACE, gives: [200, 'Workspace'], summary: 'Delete a workspace; it can be brought back for a time of grace' }),
  operator({ name: 'restoreWorkspace', method: 'POST', path: `${WORKSPACE}/restore`, body: 'optional', gives: [200, 'Workspace'], summary: 'Bring back a workspace that is being deleted' }),

  operator({ name: 'listPlans', method: 'GET', path: '/operator/plans', gives: [200, 'PlanList'], summary: 'List the plans' }),
  operator({ name: 'putPlan', method: 'PUT', path: '/operator/plans/:plan', body: 'required', takes: PlanLimitsDto, gives: [200, 'Plan'], summary: 'Make or change a plan; what is left out is not limited' }),
  operator({ name: 'removePlan', method: 'DELETE', path: '/operator/plans/:plan', gives: [204], summary: 'Remove a plan that no workspace has' }),

  operator({ name: 'listTokens', method: 'GET', path: '/operator/tokens', query: { workspace: 'Only tokens of this workspace.', before: 'The last id of the page before.' }, gives: [200, 'TokenPage'], summary: 'List machine tokens of all workspaces, newest first' }),
  operator({ name: 'createToken', method: 'POST', path: '/operator/tokens', body: 'required', takes: NewOperatorTokenDto, gives: [201, 'NewMachineToken'], summary: 'Make a machine token; it is shown this once' }),
  operator({ name: 'revokeToken', method: 'DELETE', path: '/operator/tokens/:tokenId', gives: [204], summary: 'Revoke a machine token' }),

  operator({ name: 'listKeys', method: 'GET', path: '/operator/keys', gives: [200, 'KeyList'], summary: 'List the keys that sign tokens' }),
  operator({ name: 'rotateKeys', method: 'POST', path: '/operator/keys/rotate', body: 'optional', takes: KeyRotationDto, gives: [201, 'KeyCreated'], summary: 'Make the next signing key' }),
  operator({ name: 'withdrawKey', method: 'DELETE', path: '/operator/keys/:kid', gives: [204], summary: 'Take a key away: its tokens are refused at once' }),
  operator({ name: 'readAudit', method: 'GET', path: '/operator/audit', query: { workspace: 'Only lines of this workspace.', before: 'The last id of the page before.' }, gives: [200, 'AuditPage'], summary: 'Who changed what in the directory, newest first' }),

  admin({ name: 'listWorkspaceTokens', method: 'GET', path: '/groups/:groupID/tokens', scope: 'tokens:admin', query: { before: 'The last id of the page before.' }, gives: [200, 'TokenPage'], summary: "List the workspace's machine tokens, newest first" }),
  admin({ name: 'createWorkspaceToken', method: 'POST', path: '/groups/:groupID/tokens', scope: 'tokens:admin', body: 'required', takes: NewTokenDto, gives: [201, 'NewMachineToken'], summary: 'Make a machine token of the workspace; it is shown this once' }),
  admin({ name: 'revokeWorkspaceToken', method: 'DELETE', path: '/groups/:groupID/tokens/:tokenId', scope: 'tokens:admin', gives: [204], summary: 'Revoke a machine token of the workspace' }),

  admin({ name: 'readUsage', method: 'GET', path: '/groups/:groupID/usage', scope: 'usage:read', gives: [200, 'Usage'], summary: "What the workspace has used this month, and what its plan allows" }),
  admin({ name: 'simulateUsage', method: 'POST', path: '/groups/:groupID/usage/simulate', scope: 'usage:read', body: 'required', takes: FleetDto, gives: [200, 'FleetFit'], summary: 'Would this fleet fit into the plan, and which plan would do' }),
  operator({ name: 'listUsage', method: 'GET', path: '/operator/usage', query: { month: 'A calendar month (UTC) such as 2026-11; the present one when left out.', after: 'The last workspace of the page before.' }, gives: [200, 'UsagePage'], summary: 'What all workspaces have used of a month, page by page' }),
].map((line) => ({ ...line, produces: JSON_TYPE }));
