import type { PlanLimits } from './plan-limits.js';

/**
 * A workspace. Suspended: reads work, writes are refused. Deleting: all calls are refused; the operator can restore it
 * until `deleteAfter`. Deleted: the last record of the id, kept for ever; the data are removed, the names are free, and `name` is the id.
 * An id without a record is unknown, not deleted.
 */
export interface WorkspaceRecord {
  /** Alphanumeric, 1…64 characters; never changes and is never reused. */
  id: string;
  /** Unique among all current and former names; `ws` in deep links. */
  name: string;
  /** Former names still resolve, because they may be printed. */
  formerNames: string[];
  status: 'active' | 'suspended' | 'deleting' | 'deleted';
  /** Name of the workspace's plan. */
  plan: string;
  /** RFC 3339. */
  createdAt: string;
  deleteAfter?: string;
  move?: WorkspaceMove;
}

/**
 * A move of a workspace to or from another installation (docs/decisions, 33). At the source: `copying`, no restriction; `closing`,
 * changes are refused until `until` at the latest; `forwarding`, gateways forward its calls to `address`. At the target: `receiving`,
 * only the move's data is accepted; afterwards the workspace has no move any more.
 */
export interface WorkspaceMove {
  /** The same at source and target. */
  id: string;
  state: 'copying' | 'closing' | 'forwarding' | 'receiving';
  /** With state `forwarding`: address of the gateways at the target. */
  address?: string;
  /** Start of the state; RFC 3339. */
  since: string;
  /** With state `closing`. */
  until?: string;
}

/**
 * A key of another installation. It verifies tokens of a workspace that was moved from there, and only those with a `moved-token` record.
 */
export interface MovedKeyRecord extends SigningKeyRecord {
  /** When the last of these tokens expires, seconds since the epoch. */
  expiresAt: number;
}

/**
 * A machine token from the installation where its workspace was before. It has the rights in this record, whatever the token itself claims.
 */
export interface MovedTokenRecord {
  tokenId: string;
  workspace: string;
  scopes: string[];
  narrowed?: object;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** A key that may sign access tokens. Once its record is removed from the topic, no token signed with it is valid. */
export interface SigningKeyRecord {
  kid: string;
  /** Public P-256 JWK (RFC 7517), coordinates only. */
  x: string;
  y: string;
}

/** A revoked access token; kept until the token expires. */
export interface RevocationRecord {
  /** Claim `jti`. */
  tokenId: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Tokens issued to a subject before this time are no longer valid, because it was signed out or its rights changed. */
export interface CutoffRecord {
  /** Claim `sub`. */
  subject: string;
  /** Seconds since the epoch, with a fraction like the claim `iat` in tokens of people, which it is compared with. */
  issuedBefore: number;
  /** When the last of those tokens expires, seconds since the epoch. */
  expiresAt: number;
}

export interface PlanRecord {
  name: string;
  limits: PlanLimits;
}

export interface FieldCategory {
  namespace: string;
  categoryName: string;
  label?: string;
  /** `#rrggbb`. */
  color?: string;
  icon?: string;
}

/** The meaning of a field in a workspace. */
export interface FieldRecord {
  workspace: string;
  name: string;
  type: 'String' | 'Number' | 'Category';
  label?: string;
  unit?: string;
  /** Decimal places shown, 0…10. */
  decimals?: number;
  min?: number;
  max?: number;
  categories?: FieldCategory[];
  /** Types of objects that the field belongs to; omitted: all. */
  objectTypes?: string[];
  /** Only approved definitions are checked against values. */
  review: 'proposed' | 'approved' | 'ignored';
  /** How to treat an element whose value breaks an approved definition. */
  onConflict: 'warn' | 'reject';
}

/** A legal hold of a whole workspace: nothing in it is erased, and its history is kept. */
export interface HoldRecord {
  workspace: string;
  reason: string;
  /** Claim `sub` of the caller who placed it. */
  by: string;
  /** RFC 3339. */
  since: string;
}

/** How long data is kept; an omitted member leaves it to the plan and the installation, and no object is erased automatically. */
export interface RetentionRule {
  /** Days of history. */
  historyDays?: number;
  /** Objects without a change for this number of days are erased. */
  eraseAfterDays?: number;
}

/** A workspace's retention rules, never more than its plan allows. */
export interface RetentionRecord extends RetentionRule {
  workspace: string;
  /** Rules for single types, by the type that an object has when the rules are applied; an omitted member is as for all objects. */
  types: (RetentionRule & { type: string })[];
}

/**
 * The records of `directory.state`, by kind. The key of a record is `<kind>:<id>`, its value the JSON below, or null once it is removed.
 */
export interface DirectoryRecords {
  workspace: WorkspaceRecord;
  'signing-key': SigningKeyRecord;
  revocation: RevocationRecord;
  cutoff: CutoffRecord;
  plan: PlanRecord;
  field: FieldRecord;
  hold: HoldRecord;
  retention: RetentionRecord;
  'moved-key': MovedKeyRecord;
  'moved-token': MovedTokenRecord;
}

export type DirectoryKind = keyof DirectoryRecords;

/** Header of a record, decimal. A copy ignores a record whose revision is not above the last one it has seen for the key. */
export const REVISION_HEADER = 'revision';

export const recordKey = (kind: DirectoryKind, id: string): string => `${kind}:${id}`;

/** Header of the directory's answers to gateways: the revision published by the call; the gateway waits until its copy has it. */
export const PUBLISHED_HEADER = 'x-waymark-published';
