import { AuditEntry } from './audit-entry.entity.js';
import { Dashboard } from './dashboard.entity.js';
import { FieldDefinition } from './field-definition.entity.js';
import { LoginCode } from './login-code.entity.js';
import { MachineToken } from './machine-token.entity.js';
import { Membership } from './membership.entity.js';
import { OidcIdentityRow } from './oidc-identity.entity.js';
import { PasswordLinkRow } from './password-link.entity.js';
import { Person } from './person.entity.js';
import { Plan } from './plan.entity.js';
import { PollAnswer } from './poll-answer.entity.js';
import { Poll } from './poll.entity.js';
import { SavedViewRow } from './saved-view.entity.js';
import { SessionToken } from './session-token.entity.js';
import { ShareLink } from './share-link.entity.js';
import { SigningKey } from './signing-key.entity.js';
import { WorkspaceHold } from './workspace-hold.entity.js';
import { WorkspaceName } from './workspace-name.entity.js';
import { WorkspaceRetention } from './workspace-retention.entity.js';
import { Workspace } from './workspace.entity.js';

/** Entities of tables that are used row by row. Tables that are written in sets, or every second, are used with SQL instead. */
export const ENTITIES = [
  AuditEntry,
  Dashboard,
  FieldDefinition,
  LoginCode,
  MachineToken,
  Membership,
  OidcIdentityRow,
  PasswordLinkRow,
  Person,
  Plan,
  Poll,
  PollAnswer,
  SavedViewRow,
  SessionToken,
  ShareLink,
  SigningKey,
  Workspace,
  WorkspaceHold,
  WorkspaceName,
  WorkspaceRetention,
];
