import type { PlanLimits } from './plan-limits.js';

/**
 * A workspace (specification 2.1). Suspended: reads still work, writes are refused. Deleting: nothing is served any more; the
 * operator can bring it back until `deleteAfter`. Deleted: the last record of the id, for ever; its data are removed, its names are
 * free (`name` is the id then). An id without a record is merely unknown, never deleted.
 */
export interface WorkspaceRecord {
  /** Alphanumeric, 1…64 characters; never changes and is never used again. */
  id: string;
  /** Unique among all present and former names; the deep link's `ws`. */
  name: string;
  /** They still resolve, for printed links. */
  formerNames: string[];
  status: 'active' | 'suspended' | 'deleting' | 'deleted';
  /** Name of its plan. */
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
  /** The same on both sides. */
  id: string;
  state: 'copying' | 'closing' | 'forwarding' | 'receiving';
  /** Where its gateways are, of the state `forwarding`. */
  address?: string;
  /** When the state began; RFC 3339. */
  since: string;
  /** Of `closing`. */
  until?: string;
}

/**
 * A key of another installation, by which tokens of a workspace that was moved from there are verified; none but those
 * of `moved-token`.
 */
export interface MovedKeyRecord extends SigningKeyRecord {
  /** When the last of these tokens has expired, seconds since the epoch. */
  expiresAt: number;
}

/** A machine token from the installation where its workspace was before. It allows what is said here, whatever the token says. */
export interface MovedTokenRecord {
  tokenId: string;
  workspace: string;
  scopes: string[];
  narrowed?: object;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** A key that access tokens may be signed with; gone from the topic: no token of it is valid any more. */
export interface SigningKeyRecord {
  kid: string;
  /** Public P-256 JWK (RFC 7517), coordinates only. */
  x: string;
  y: string;
}

/** An access token that is no longer valid, though it has not expired; kept until it would have. */
export interface RevocationRecord {
  /** Claim `jti`. */
  tokenId: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Tokens of a subject that were issued before a moment are no longer valid: it was signed out, or its rights changed. */
export interface CutoffRecord {
  /** Claim `sub`. */
  subject: string;
  /** Seconds since the epoch, with a fraction as the claim `iat` of people's tokens has; compared with that. */
  issuedBefore: number;
  /** When the last of those tokens has expired, seconds since the epoch. */
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

/** The meaning of a field in a workspace (specification 2.4). */
export interface FieldRecord {
  workspace: string;
  name: string;
  type: 'String' | 'Number' | 'Category';
  label?: string;
  unit?: string;
  /** Shown after the point, 0…10. */
  decimals?: number;
  min?: number;
  max?: number;
  categories?: FieldCategory[];
  /** Of objects that it belongs to; left out: all. */
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

/** How long something is kept; left out: as long as the plan and the installation say, and nothing is erased by itself. */
export interface RetentionRule {
  /** Days of history. */
  historyDays?: number;
  /** Objects without a change for this number of days are erased. */
  eraseAfterDays?: number;
}

/** A workspace's decision about its data, never more than its plan allows. */
export interface RetentionRecord extends RetentionRule {
  workspace: string;
  /** Objects of these types, by the type that they have when it is looked; what a line leaves out is as for all objects. */
  types: (RetentionRule & { type: string })[];
}

/** The records of `directory.state`, by kind. A record's key is `<kind>:<id>`, its value the JSON below; a removed one has no value. */
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

/** Header of a record: a copy drops what is not above the last revision that it saw of the key. Decimal. */
export const REVISION_HEADER = 'revision';

export const recordKey = (kind: DirectoryKind, id: string): string => `${kind}:${id}`;

/** Header of the directory's answers to gateways: the revision that the call has published; a gateway waits until its copy has it. */
export const PUBLISHED_HEADER = 'x-waymark-published';
