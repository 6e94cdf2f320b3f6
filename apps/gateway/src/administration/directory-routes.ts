import { WORKSPACE_AUDIT_KINDS } from '#contracts/directory/audit-kinds.js';
import { FieldDefinitionDto } from '#contracts/directory/dto/field-definition.dto.js';
import { FleetDto } from '#contracts/directory/dto/fleet.dto.js';
import { KeyRotationDto } from '#contracts/directory/dto/key-rotation.dto.js';
import { LoginDto, OidcTokenDto, PasswordChangeDto, PasswordResetDto, RefreshDto } from '#contracts/directory/dto/login.dto.js';
import { NewOperatorTokenDto, NewTokenDto } from '#contracts/directory/dto/machine-token.dto.js';
import { MembershipDto, NewMemberDto, NewPersonDto, PersonChangeDto } from '#contracts/directory/dto/person.dto.js';
import { PlanLimitsDto } from '#contracts/directory/dto/plan.dto.js';
import { HoldDto, RetentionDto } from '#contracts/directory/dto/retention.dto.js';
import { MoveDto, MovedTokensDto } from '#contracts/directory/dto/move.dto.js';
import { NewShareLinkDto, ShareCodeDto } from '#contracts/directory/dto/share-link.dto.js';
import { NewWorkspaceDto, WorkspaceChangeDto } from '#contracts/directory/dto/workspace.dto.js';
import { BOARD_ROUTES } from './board-routes.js';
import type { DirectoryRoute } from './directory-route.js';

const JSON_TYPE = ['application/json'] as const;
const PERSON = '/operator/people/:personId';
const WORKSPACE = '/operator/workspaces/:workspaceId';
const month = 'A calendar month (UTC) such as 2026-11; the present one when left out.';

/** Only the directory knows whether there is one; the routes are the same everywhere. */
const WITHOUT_PROVIDER = 'Answers 404, and says so, where the operator has set no provider (OIDC_ISSUER of the directory service).';

type Line = Omit<DirectoryRoute, 'produces'>;
const operator = (line: Omit<Line, 'scope' | 'tag'>): Line => ({ ...line, scope: 'operator', tag: 'Operator' });
const login = (line: Omit<Line, 'tag'>): Line => ({ ...line, tag: 'Login' });
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
  operator({ name: 'moveWorkspace', method: 'PUT', path: `${WORKSPACE}/move`, body: 'required', takes: MoveDto, gives: [200, 'Workspace'], summary: 'Bring the move of a workspace to its next state; `npx waymark move` does it' }),
  operator({ name: 'cancelMove', method: 'DELETE', path: `${WORKSPACE}/move`, gives: [200, 'Workspace'], summary: 'Give up the move of a workspace that has not left yet' }),
  operator({ name: 'takeMovedTokens', method: 'PUT', path: `${WORKSPACE}/move/tokens`, body: 'required', takes: MovedTokensDto, gives: [200, 'TokensMoved'], summary: 'Take over machine tokens of a workspace that is being moved here' }),

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
  admin({ name: 'revokeWorkspaceToken', method: 'DELETE', path: '/groups/:groupID/tokens/:tokenId', scope: 'tokens:admin', whileSuspended: true, gives: [204], summary: 'Revoke a machine token of the workspace' }),

  admin({ name: 'listShareLinks', method: 'GET', path: '/groups/:groupID/shareLinks', scope: 'shares:write', query: { before: 'The last id of the page before.' }, gives: [200, 'ShareLinkPage'], summary: 'List the share links of the workspace, newest first' }),
  admin({ name: 'createShareLink', method: 'POST', path: '/groups/:groupID/shareLinks', scope: 'shares:write', body: 'required', takes: NewShareLinkDto, gives: [201, 'MadeShareLink'], summary: 'Make a link that shows an object, an area or a view without an account' }),
  admin({ name: 'revokeShareLink', method: 'DELETE', path: '/groups/:groupID/shareLinks/:shareLinkId', scope: 'shares:write', whileSuspended: true, gives: [204], summary: 'Revoke a share link' }),
  admin({ name: 'renewShareLink', method: 'POST', path: '/groups/:groupID/shareLinks/:shareLinkId/renew', scope: 'shares:write', body: 'optional', gives: [201, 'MadeShareLink'], summary: 'Make a share link anew; the one before shows nothing any more' }),
  operator({ name: 'listPeople', method: 'GET', path: '/operator/people', query: { workspace: 'Only people of this workspace.', email: 'Only the person with this address.', after: 'The value `next` of the page before.' }, gives: [200, 'PersonPage'], summary: 'List the people of the installation, by address' }),
  operator({ name: 'createPerson', method: 'POST', path: '/operator/people', body: 'required', takes: NewPersonDto, gives: [201, 'Person'], summary: 'Create a person; a password link is the way in' }),
  operator({ name: 'readPerson', method: 'GET', path: PERSON, gives: [200, 'Person'], summary: 'Read a person, with the role in each workspace' }),
  operator({ name: 'changePerson', method: 'PATCH', path: PERSON, body: 'required', takes: PersonChangeDto, gives: [200, 'Person'], summary: 'Rename or disable a person, or make an operator of one; tokens that are out end' }),
  operator({ name: 'removePerson', method: 'DELETE', path: PERSON, gives: [204], summary: 'Remove a person; all tokens end' }),
  operator({ name: 'putMembership', method: 'PUT', path: `${PERSON}/workspaces/:workspaceId`, body: 'required', takes: MembershipDto, gives: [200, 'Person'], summary: 'Give a person a role in a workspace' }),
  operator({ name: 'removeMembership', method: 'DELETE', path: `${PERSON}/workspaces/:workspaceId`, gives: [204], summary: 'Take a person out of a workspace' }),
  operator({ name: 'createPasswordLink', method: 'POST', path: `${PERSON}/password-link`, body: 'optional', gives: [201, 'PasswordLink'], summary: 'Make a one-time secret that sets a password; good for 24 hours, shown this once' }),

  ...BOARD_ROUTES,

  admin({ name: 'listMembers', method: 'GET', path: '/groups/:groupID/people', scope: 'people:admin', query: { after: 'The value `next` of the page before.' }, gives: [200, 'MemberPage'], summary: 'List the people of the workspace' }),
  admin({ name: 'addMember', method: 'POST', path: '/groups/:groupID/people', scope: 'people:admin', body: 'required', takes: NewMemberDto, gives: [200, 'Member'], summary: 'Let somebody into the workspace by address, with an account elsewhere or not' }),
  admin({ name: 'changeMember', method: 'PUT', path: '/groups/:groupID/people/:personId', scope: 'people:admin', body: 'required', takes: MembershipDto, gives: [200, 'Member'], summary: 'Give somebody of the workspace another role' }),
  admin({ name: 'removeMember', method: 'DELETE', path: '/groups/:groupID/people/:personId', scope: 'people:admin', whileSuspended: true, gives: [204], summary: 'Take somebody out of the workspace' }),

  admin({ name: 'listMemberNames', method: 'GET', path: '/groups/:groupID/people/names', scope: 'boards:write', query: { after: 'The value `next` of the page before.' }, gives: [200, 'MemberNamePage'], about: 'Of whom nobody wrote a name, what is before the @ of the address.', summary: 'List what the people of the workspace are called, as who makes a poll chooses among them' }),
  admin({ name: 'readWorkspaceAudit', method: 'GET', path: '/groups/:groupID/audit', scope: 'audit:read', query: { kind: `Only lines of this kind: ${WORKSPACE_AUDIT_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`, actor: 'Only what this subject did, such as `person:5f0c7d0e-6f0b-4a0e-9a3e-0d6f1a2b3c4d`.', before: 'The value `next` of the page before.' }, gives: [200, 'WorkspaceAuditPage'], about: 'What the directory recorded about the workspace, 100 lines a page. Changes of objects, areas and webhooks are calls of the access report (`/reports/access`). Views that are not shared are left out.', summary: 'Who changed what of the workspace, newest first' }),

  login({ name: 'login', method: 'POST', path: '/auth/login', scope: null, body: 'required', takes: LoginDto, gives: [200, 'LoginAnswer'], summary: 'Log in by address and password' }),
  login({ name: 'refreshLogin', method: 'POST', path: '/auth/refresh', scope: null, body: 'required', takes: RefreshDto, gives: [200, 'LoginAnswer'], summary: 'Go on with a login: a new access token and the next refresh token' }),
  login({ name: 'logout', method: 'POST', path: '/auth/logout', scope: null, body: 'required', takes: RefreshDto, gives: [204], summary: 'End a login; its access tokens are refused within two seconds' }),
  login({ name: 'readMe', method: 'GET', path: '/auth/me', scope: 'any', narrowing: 'enforced', gives: [200, 'TokenHolder'], about: 'Of any token: what kind of caller has it, the workspaces that it opens with name and id, what it allows in each, when it ends and what it is narrowed to. Of a person also the account.', summary: 'Read who the token belongs to and what it allows' }),
  login({ name: 'changePassword', method: 'POST', path: '/auth/password', scope: 'any', ofPeople: true, body: 'required', takes: PasswordChangeDto, gives: [200, 'LoginAnswer'], summary: "Change one's own password; all other logins end" }),
  login({ name: 'resetPassword', method: 'POST', path: '/auth/password/reset', scope: null, body: 'required', takes: PasswordResetDto, gives: [204], summary: "Set a password by an operator's one-time secret; all logins end" }),
  login({ name: 'openShareLink', method: 'POST', path: '/auth/share', scope: null, body: 'required', takes: ShareCodeDto, gives: [200, 'OpenedShareLink'], about: 'The token reads what the link shows, and ends with the link, at once when it is revoked. 404, without a difference, for a code that does not exist, has expired or was revoked; after 100 of these from one network, calls from there wait (429).', summary: 'Exchange the code of a share link for an access token' }),
  admin({ name: 'listFields', method: 'GET', path: '/groups/:groupID/fields', scope: 'objects:read', gives: [200, 'FieldList'], summary: 'Read what the fields of the workspace mean' }),
  admin({ name: 'reviewFields', method: 'GET', path: '/groups/:groupID/fields/review', scope: 'fields:admin', query: { after: 'The last name of the page before.' }, gives: [200, 'FieldsToReview'], summary: 'List fields that were sent and are not defined, or not as they were sent' }),
  admin({ name: 'putField', method: 'PUT', path: '/groups/:groupID/fields/:field', scope: 'fields:admin', body: 'required', takes: FieldDefinitionDto, gives: [200, 'DefinedField'], summary: 'Define a field, or change its definition' }),
  admin({ name: 'removeField', method: 'DELETE', path: '/groups/:groupID/fields/:field', scope: 'fields:admin', gives: [204], summary: 'Remove the definition of a field; its values go on being taken' }),
  operator({ name: 'listFieldsOf', method: 'GET', path: `${WORKSPACE}/fields`, gives: [200, 'FieldList'], summary: 'Read what the fields of a workspace mean' }),
  operator({ name: 'reviewFieldsOf', method: 'GET', path: `${WORKSPACE}/fields/review`, query: { after: 'The last name of the page before.' }, gives: [200, 'FieldsToReview'], summary: 'List fields of a workspace that were sent and are not defined, or not as they were sent' }),
  operator({ name: 'putFieldOf', method: 'PUT', path: `${WORKSPACE}/fields/:field`, body: 'required', takes: FieldDefinitionDto, gives: [200, 'DefinedField'], summary: 'Define a field of a workspace, or change its definition' }),
  operator({ name: 'removeFieldOf', method: 'DELETE', path: `${WORKSPACE}/fields/:field`, gives: [204], summary: 'Remove the definition of a field of a workspace' }),
  login({ name: 'startOidc', method: 'GET', path: '/auth/oidc/start', scope: null, about: WITHOUT_PROVIDER, query: { challenge: 'SHA-256 of a verifier of your own in base64url (RFC 7636, S256).' }, gives: [302], summary: 'Send the browser to the OpenID provider that people sign in with' }),
  login({ name: 'finishOidc', anyQuery: true, method: 'GET', path: '/auth/oidc/callback', scope: null, about: WITHOUT_PROVIDER, query: { code: 'From the provider.', state: 'From the provider.' }, gives: [302], summary: 'Where the provider sends the browser back; goes on to the app with a one-time code' }),
  login({ name: 'takeUpOidc', method: 'POST', path: '/auth/oidc/token', scope: null, about: WITHOUT_PROVIDER, body: 'required', takes: OidcTokenDto, gives: [200, 'LoginAnswer'], summary: 'Take a sign-in up by its one-time code and the verifier' }),
  admin({ name: 'readUsage', method: 'GET', path: '/groups/:groupID/usage', scope: 'usage:read', query: { month }, gives: [200, 'UsageAndLimits'], summary: 'What the workspace has used of its plan, by token too, and how each limit stands for this token' }),
  operator({ name: 'readUsageOf', method: 'GET', path: `${WORKSPACE}/usage`, query: { month }, gives: [200, 'UsageByToken'], summary: 'What a workspace has used of its plan, by token too' }),
  admin({ name: 'simulateUsage', method: 'POST', path: '/groups/:groupID/usage/simulate', scope: 'usage:read', changesNothing: true, body: 'required', takes: FleetDto, gives: [200, 'FleetFit'], summary: 'Would this fleet fit into the plan, and which plan would do' }),
  operator({ name: 'listUsage', method: 'GET', path: '/operator/usage', query: { month, after: 'The last workspace of the page before.' }, gives: [200, 'UsagePage'], summary: 'What all workspaces have used of a month, page by page' }),
  admin({ name: 'readRetention', method: 'GET', path: '/groups/:groupID/retention', scope: 'retention:admin', gives: [200, 'ShownRetention'], summary: 'Read how long the workspace keeps its data' }),
  admin({ name: 'putRetention', method: 'PUT', path: '/groups/:groupID/retention', scope: 'retention:admin', body: 'required', takes: RetentionDto, gives: [200, 'ShownRetention'], summary: 'Decide how long the workspace keeps its data, by type of object too; within its plan' }),
  admin({ name: 'readHold', method: 'GET', path: '/groups/:groupID/hold', scope: 'holds:admin', gives: [200, 'WorkspaceHold'], summary: 'Read the legal hold of the workspace; 404 where there is none' }),
  admin({ name: 'putHold', method: 'PUT', path: '/groups/:groupID/hold', scope: 'holds:admin', body: 'required', takes: HoldDto, gives: [200, 'WorkspaceHold'], summary: 'Put the workspace under a legal hold: nothing in it is erased' }),
  admin({ name: 'releaseHold', method: 'DELETE', path: '/groups/:groupID/hold', scope: 'holds:admin', gives: [204], summary: 'Release the legal hold of the workspace' }),
  operator({ name: 'readRetentionOf', method: 'GET', path: `${WORKSPACE}/retention`, gives: [200, 'ShownRetention'], summary: 'Read how long a workspace keeps its data' }),
  operator({ name: 'putRetentionOf', method: 'PUT', path: `${WORKSPACE}/retention`, body: 'required', takes: RetentionDto, gives: [200, 'ShownRetention'], summary: 'Decide how long a workspace keeps its data; within its plan' }),
  operator({ name: 'readHoldOf', method: 'GET', path: `${WORKSPACE}/hold`, gives: [200, 'WorkspaceHold'], summary: 'Read the legal hold of a workspace; 404 where there is none' }),
  operator({ name: 'putHoldOf', method: 'PUT', path: `${WORKSPACE}/hold`, body: 'required', takes: HoldDto, gives: [200, 'WorkspaceHold'], summary: 'Put a workspace under a legal hold: nothing in it is erased, and it is not removed' }),
  operator({ name: 'releaseHoldOf', method: 'DELETE', path: `${WORKSPACE}/hold`, gives: [204], summary: 'Release the legal hold of a workspace' }),
].map((line) => ({ ...line, produces: JSON_TYPE }));
