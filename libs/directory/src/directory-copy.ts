import { createPublicKey, type KeyObject } from 'node:crypto';
import { type PlanLimits, UNLIMITED } from '#contracts/directory/plan-limits.js';
import {
  type CutoffRecord,
  type DirectoryKind,
  type DirectoryRecords,
  type FieldRecord,
  type HoldRecord,
  type MovedKeyRecord,
  type MovedTokenRecord,
  type RetentionRecord,
  type SigningKeyRecord,
  type WorkspaceRecord,
} from '#contracts/directory/records.js';

/** One record of `directory.state`, decoded. */
export interface DirectoryChange {
  key: string;
  revision: number;
  /** Undefined: removed. */
  body: unknown;
}

/** Gateways accept a token for up to a minute after its expiry (TOKEN_CLOCK_SKEW_SECONDS), and clocks may differ by more. */
const KEPT_AFTER_EXPIRY_S = 3600;

/** The directory's records in memory, so that calls need only look-ups. */
export class DirectoryCopy {
  private readonly revisions = new Map<string, number>();
  /** Removed keys, oldest first. An old record may arrive after its key was removed, but not after this many other removals. */
  private readonly gone = new Set<string>();
  private readonly workspaces = new Map<string, WorkspaceRecord>();
  /** The last records of deleted workspaces; they are kept forever because their ids are never reused. */
  private readonly deleted = new Map<string, WorkspaceRecord>();
  private readonly deletionListeners: ((id: string) => void)[] = [];
  private readonly workspaceNames = new Map<string, string>();
  private readonly keys = new Map<string, { record: SigningKeyRecord; key: KeyObject }>();
  private readonly revocations = new Map<string, number>();
  private readonly cutoffs = new Map<string, CutoffRecord>();
  private readonly plans = new Map<string, PlanLimits>();
  private readonly fieldsOfWorkspaces = new Map<string, Map<string, FieldRecord>>();
  private readonly holds = new Map<string, HoldRecord>();
  private readonly retentions = new Map<string, RetentionRecord>();
  private readonly movedKeys = new Map<string, { record: MovedKeyRecord; key: KeyObject }>();
  private readonly movedTokens = new Map<string, MovedTokenRecord>();
  private wasRead = false;
  private newest = 0;
  private waiting: { revision: number; resolve: () => void }[] = [];
  private keysRemovedCount = 0;

  /** @param maxDeleted maximum number of removed keys whose revisions are remembered */
  constructor(private readonly maxDeleted = 100_000) {}

  /** Number of keys whose revisions are remembered. */
  get rememberedKeys(): number {
    return this.revisions.size;
  }

  /** True once all records that were on the topic at startup have been read; before, a record may only seem to be missing. */
  get complete(): boolean {
    return this.wasRead;
  }

  markComplete(): void {
    this.wasRead = true;
  }

  /** Revision of the newest processed change. */
  get newestRevision(): number {
    return this.newest;
  }

  /** Number of entries of each kind. */
  get sizes(): Readonly<Record<DirectoryKind, number>> {
    const { workspaces, keys, revocations, cutoffs, plans, fieldsOfWorkspaces } = this;
    let fields = 0;
    for (const { size } of fieldsOfWorkspaces.values()) fields += size;
    return {
      workspace: workspaces.size,
      'signing-key': keys.size,
      revocation: revocations.size,
      cutoff: cutoffs.size,
      plan: plans.size,
      field: fields,
      hold: this.holds.size,
      retention: this.retentions.size,
      'moved-key': this.movedKeys.size,
      'moved-token': this.movedTokens.size,
    };
  }

  /** @returns undefined if the workspace is unknown or deleted */
  workspace(id: string): WorkspaceRecord | undefined {
    return this.workspaces.get(id);
  }

  /** All existing workspaces, including suspended ones and those that are being deleted. */
  get knownWorkspaces(): Iterable<WorkspaceRecord> {
    return this.workspaces.values();
  }

  /** Workspaces whose grace period has ended, so that their data must be deleted. An id without a record is not included. */
  get deletedWorkspaces(): ReadonlyMap<string, WorkspaceRecord> {
    return this.deleted;
  }

  /** Calls the listener for each workspace deleted from now on. */
  onWorkspaceDeleted(listener: (id: string) => void): void {
    this.deletionListeners.push(listener);
  }

  /** Finds a workspace by its current or a former name, as in deep links. */
  workspaceNamed(name: string): WorkspaceRecord | undefined {
    const id = this.workspaceNames.get(name);
    return id === undefined ? undefined : this.workspaces.get(id);
  }

  key(kid: string): KeyObject | undefined {
    return this.keys.get(kid)?.key;
  }

  /** A key of another installation; it verifies moved tokens and nothing else. */
  movedKey(kid: string): KeyObject | undefined {
    return this.movedKeys.get(kid)?.key;
  }

  /** A machine token from the workspace's former installation. */
  movedToken(tokenId: string): MovedTokenRecord | undefined {
    return this.movedTokens.get(tokenId);
  }

  /** Number of keys and tokens of other installations removed so far. */
  get keysRemoved(): number {
    return this.keysRemovedCount;
  }

  /** The public keys, as in a JWK Set (RFC 7517, 5). */
  get publicKeys(): SigningKeyRecord[] {
    return [...this.keys.values()].map(({ record }) => record);
  }

  /** Whether a token was revoked, either itself or with all tokens issued to its subject before a certain time. */
  isRevoked(tokenId: string, subject: string, issuedAt: number): boolean {
    if (this.revocations.has(tokenId)) return true;
    const cutoff = this.cutoffs.get(subject);
    return cutoff !== undefined && issuedAt < cutoff.issuedBefore;
  }

  /** Limits of the workspace's plan; an unknown plan has no limits. */
  limitsOf(workspaceId: string): PlanLimits {
    const workspace = this.workspaces.get(workspaceId);
    return (workspace && this.plans.get(workspace.plan)) ?? UNLIMITED;
  }

  /** The hold on the whole workspace; holds on objects are in their states. */
  holdOf(workspaceId: string): HoldRecord | undefined {
    return this.holds.get(workspaceId);
  }

  /** Ids of the workspaces under a hold. */
  get heldWorkspaces(): string[] {
    return [...this.holds.keys()];
  }

  /** The workspace's own retention rules; undefined: none. */
  retentionOf(workspaceId: string): RetentionRecord | undefined {
    return this.retentions.get(workspaceId);
  }

  /** Field definitions of a workspace, by name; undefined if it has none. */
  fieldsOf(workspace: string): ReadonlyMap<string, FieldRecord> | undefined {
    return this.fieldsOfWorkspaces.get(workspace);
  }

  /** Resolves once this copy has everything up to the revision, or after `waitMs`. */
  reached(revision: number, waitMs: number): Promise<void> {
    if (revision <= this.newest) return Promise.resolve();
    return new Promise((resolve) => {
      const late = setTimeout(done, waitMs);
      const entry = { revision, resolve: done };
      const forget = (): void => void (this.waiting = this.waiting.filter((each) => each !== entry));
      function done(): void {
        clearTimeout(late);
        forget();
        resolve();
      }
      this.waiting.push(entry);
    });
  }

  /** Applies a change unless a newer one for the key has been applied. Kinds that this version does not know are ignored. */
  apply({ key, revision, body }: DirectoryChange): void {
    if (revision <= (this.revisions.get(key) ?? -1)) return;
    this.revisions.set(key, revision);
    this.gone.delete(key);
    if (body === undefined) this.forgetDeleted(key);
    this.newest = Math.max(this.newest, revision);
    const colon = key.indexOf(':');
    const kind = key.slice(0, colon) as DirectoryKind;
    if (Object.hasOwn(this.appliers, kind)) (this.appliers[kind] as (id: string, body: unknown) => void)(key.slice(colon + 1), body);
    for (const { revision: awaited, resolve } of this.waiting) if (awaited <= this.newest) resolve();
  }

  private forgetDeleted(key: string): void {
    this.gone.add(key);
    if (this.gone.size <= this.maxDeleted) return;
    const [oldest] = this.gone;
    this.gone.delete(oldest!);
    this.revisions.delete(oldest!);
  }

  private readonly appliers: { [K in DirectoryKind]: (id: string, body: DirectoryRecords[K] | undefined) => void } = {
    workspace: (id, body) => this.applyWorkspace(id, body),
    'signing-key': (kid, body) => {
      if (body === undefined) this.keysRemovedCount += Number(this.keys.delete(kid));
      else this.keys.set(kid, { record: body, key: publicKeyOf(body) });
    },
    revocation: (id, body) => put(this.revocations, id, body?.expiresAt),
    cutoff: (id, body) => put(this.cutoffs, id, body),
    plan: (id, body) => put(this.plans, id, body && { ...UNLIMITED, ...body.limits }),
    field: (id, body) => this.applyField(id, body),
    hold: (id, body) => put(this.holds, id, body),
    retention: (id, body) => put(this.retentions, id, body),
    'moved-key': (kid, body) => {
      if (body === undefined) this.keysRemovedCount += Number(this.movedKeys.delete(kid));
      else this.movedKeys.set(kid, { record: body, key: publicKeyOf(body) });
    },
    'moved-token': (id, body) => {
      this.keysRemovedCount += Number(this.movedTokens.has(id));
      put(this.movedTokens, id, body);
    },
  };

  private applyWorkspace(id: string, body: WorkspaceRecord | undefined): void {
    const before = this.workspaces.get(id);
    for (const name of before ? [before.name, ...before.formerNames] : [])
      if (this.workspaceNames.get(name) === id) this.workspaceNames.delete(name);
    const live = body?.status === 'deleted' ? undefined : body;
    put(this.workspaces, id, live);
    for (const name of live ? [live.name, ...live.formerNames] : []) this.workspaceNames.set(name, id);
    if (body?.status !== 'deleted') return;
    this.deleted.set(id, body);
    for (const listener of this.deletionListeners) listener(id);
  }

  private applyField(id: string, body: FieldRecord | undefined): void {
    const colon = id.indexOf(':');
    const workspace = id.slice(0, colon);
    let fields = this.fieldsOfWorkspaces.get(workspace);
    if (fields === undefined) this.fieldsOfWorkspaces.set(workspace, (fields = new Map()));
    put(fields, id.slice(colon + 1), body);
    if (fields.size === 0) this.fieldsOfWorkspaces.delete(workspace);
  }

  /** Forgets revocations and cut-offs that only concern tokens which have expired everywhere. */
  forgetExpired(nowSeconds: number): void {
    const over = nowSeconds - KEPT_AFTER_EXPIRY_S;
    for (const [id, expiresAt] of this.revocations) if (expiresAt < over) this.revocations.delete(id);
    for (const [id, { expiresAt }] of this.movedTokens) if (expiresAt < over) this.movedTokens.delete(id);
    for (const [subject, { expiresAt }] of this.cutoffs) if (expiresAt < over) this.cutoffs.delete(subject);
  }
}

/** @throws TypeError if x and y are not a point of the curve */
export const publicKeyOf = ({ x, y }: Pick<SigningKeyRecord, 'x' | 'y'>): KeyObject =>
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });

function put<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
