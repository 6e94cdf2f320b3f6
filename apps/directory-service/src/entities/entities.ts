import { AuditEntry } from './audit-entry.entity.js';
import { Dashboard } from './dashboard.entity.js';
import { FieldDefinition } from './field-definition.entity.js';
import { Membership } from './membership.entity.js';
import { PasswordLinkRow } from './password-link.entity.js';
import { Person } from './person.entity.js';
import { Plan } from './plan.entity.js';
import { SavedViewRow } from './saved-view.entity.js';
import { Workspace } from './workspace.entity.js';
import { WorkspaceHold } from './workspace-hold.entity.js';
import { WorkspaceName } from './workspace-name.entity.js';
import { WorkspaceRetention } from './workspace-retention.entity.js';

/** What the directory reads and writes row by row. What is written set by set, or once a second, has no entity: its SQL is by hand. */
export const ENTITIES = [
  AuditEntry,
  Dashboard,
  FieldDefinition,
  Membership,
  PasswordLinkRow,
  Person,
  Plan,
  SavedViewRow,
  Workspace,
  WorkspaceHold,
  WorkspaceName,
  WorkspaceRetention,
];
