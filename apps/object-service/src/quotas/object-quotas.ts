import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { PlanLimits } from '#contracts/directory/plan-limits.js';
import { inTransaction } from '#postgres/transaction.js';
import { type Grant, grantOf, type ObjectLimits, type Room, roomOf } from './grant-rules.js';
import {
  type CountedObjects,
  type LeaseUse,
  lockLeases,
  readTaken,
  takeLeasesBack,
  type TakenOfWorkspace,
  writeLeases,
} from './quota-sql.js';

/** The limits according to the directory. */
export interface KnownLimits {
  readonly complete: boolean;
  limitsOf(workspace: string): Pick<PlanLimits, 'objects' | 'newObjectsPerDay'>;
}

export interface ObjectQuotasOptions {
  pool: Pool;
  limits: KnownLimits;
  /** Resolves when the limits are known, or after a bounded wait. */
  known: () => Promise<void>;
}

/**
 * Whether a unit may create its new objects. `uses`: it may, and uses these leases. `full`: some of its workspaces have no room, so
 * it has to be folded again. `exactly`: the missing places are leased to other processes, so the transaction takes these leases back
 * and decides.
 */
export type Judgement = { kind: 'uses'; uses: LeaseUse[] } | { kind: 'full'; rooms: ReadonlyMap<string, Room> } | { kind: 'exactly' };

/** Another process took back a lease that the unit uses; nothing was committed. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

interface Lease extends ObjectLimits {
  day: string;
  places: number;
  /** End of the day on the clock of performance.now(). */
  until: number;
}

/**
 * How many objects this process may create in each workspace. Most units use a lease that this process has in memory and that is
 * booked in the database; a workspace without limits needs no lease.
 */
export class ObjectQuotas {
  /** Identifies this run of the process, so that no other process uses its leases. */
  readonly holder = randomUUID();
  private readonly leases = new Map<string, Lease>();

  constructor(private readonly options: ObjectQuotasOptions) {}

  /** Leases more places if the present leases are too small. @throws an error of the database */
  async judge(counts: readonly CountedObjects[]): Promise<Judgement> {
    const wanted = createdIn(counts);
    if (wanted.size > 0) await this.ready();
    const limited = [...wanted.keys()].filter((workspace) => this.isLimited(workspace));
    const uses = limited.map((workspace) => this.useOf(workspace, wanted.get(workspace)!));
    const short = limited.filter((_, at) => uses[at] === undefined);
    if (short.length === 0) return { kind: 'uses', uses: uses as LeaseUse[] };
    const grants = await this.lease(short, wanted);
    if ([...grants.values()].some(({ kind }) => kind === 'scarce')) return { kind: 'exactly' };
    const rooms = new Map(
      [...grants].flatMap(([workspace, grant]) => (grant.kind === 'full' ? [[workspace, { places: 0, code: grant.code }]] : [])),
    );
    // Judged again with the new leases: the day may have ended, or the plan may have changed.
    return rooms.size > 0 ? { kind: 'full', rooms } : this.judge(counts);
  }

  /** Resolves when the limits are known, or after a bounded wait, after which an unknown plan has no limits. */
  async ready(): Promise<void> {
    if (!this.options.limits.complete) await this.options.known();
  }

  /** Call it when the unit is committed. */
  used(uses: readonly LeaseUse[]): void {
    for (const { workspace, places } of uses) {
      const lease = this.leases.get(workspace);
      if (lease !== undefined) lease.places -= places;
    }
  }

  /** Drops the leases in memory, whose size is no longer known; the next unit leases again. */
  forget(): void {
    this.leases.clear();
  }

  /** The exact room, for the transaction of a unit. Until it ends, no other process can create objects in these workspaces. */
  async roomsIn(client: PoolClient, workspaces: Iterable<string>): Promise<Map<string, Room & { day: string }>> {
    const limited = [...new Set(workspaces)].filter((workspace) => this.isLimited(workspace));
    if (limited.length === 0) return new Map();
    await lockLeases(client, limited);
    await takeLeasesBack(client, limited);
    for (const workspace of limited) this.leases.delete(workspace);
    const taken = await readTaken(client, this.holder, limited);
    return new Map(taken.map((each) => [each.workspace, { ...roomOf(this.limitsOf(each.workspace), each), day: each.day }]));
  }

  private useOf(workspace: string, places: number): LeaseUse | undefined {
    const lease = this.leaseOf(workspace);
    return lease === undefined || lease.places < places ? undefined : { workspace, places, day: lease.day };
  }

  private limitsOf(workspace: string): ObjectLimits {
    const { objects, newObjectsPerDay } = this.options.limits.limitsOf(workspace);
    return { objects, newObjectsPerDay };
  }

  private isLimited(workspace: string): boolean {
    const { objects, newObjectsPerDay } = this.options.limits.limitsOf(workspace);
    return objects !== null || newObjectsPerDay !== null;
  }

  /** The lease; undefined if there is none, or only one for another day or other limits. */
  private leaseOf(workspace: string): Lease | undefined {
    const lease = this.leases.get(workspace);
    if (lease === undefined) return undefined;
    const { objects, newObjectsPerDay } = this.options.limits.limitsOf(workspace);
    if (lease.objects === objects && lease.newObjectsPerDay === newObjectsPerDay && performance.now() < lease.until) return lease;
    this.leases.delete(workspace);
    return undefined;
  }

  private async lease(workspaces: readonly string[], wanted: ReadonlyMap<string, number>): Promise<Map<string, Grant>> {
    const { pool } = this.options;
    const grants = new Map<string, Grant>();
    const limits = new Map(workspaces.map((workspace) => [workspace, this.limitsOf(workspace)]));
    const judge = (taken: readonly TakenOfWorkspace[]): void => {
      for (const each of taken) grants.set(each.workspace, grantOf(limits.get(each.workspace)!, each, wanted.get(each.workspace)!));
    };
    // First without the lock, so that repeated requests for a full workspace delay no other process.
    judge(await readTaken(pool, this.holder, workspaces));
    const open = workspaces.filter((workspace) => grants.get(workspace)?.kind !== 'full');
    if (open.length === 0) return grants;
    const leased = await inTransaction(pool, async (client) => {
      await lockLeases(client, open);
      const taken = await readTaken(client, this.holder, open);
      judge(taken);
      const made = taken.flatMap(({ workspace, day, dayLeftMs }) => {
        const grant = grants.get(workspace);
        return grant?.kind === 'leased' ? [{ workspace, day, places: grant.places, dayLeftMs }] : [];
      });
      if (made.length > 0) await writeLeases(client, this.holder, made);
      return made;
    });
    for (const { workspace, day, places, dayLeftMs } of leased)
      this.leases.set(workspace, { ...limits.get(workspace)!, day, places, until: performance.now() + dayLeftMs });
    return grants;
  }
}

/** Number of objects that a unit creates, by workspace. */
function createdIn(counts: readonly CountedObjects[]): Map<string, number> {
  const created = new Map<string, number>();
  for (const count of counts) if (count.created > 0) created.set(count.workspace, (created.get(count.workspace) ?? 0) + count.created);
  return created;
}
