import type { PoolClient } from 'pg';
import { ReusedCache } from '#postgres/reused-cache.js';
import { compareObserved, follow, type Row } from '../folding/movement.js';
import type { ObjectEvent } from '../folding/object-event.js';
import { stretchesByObject } from '../folding/object-stretches.js';
import { repack } from '../folding/observation-pack.js';
import { type Profile, profileAfter } from '../folding/profile.js';
import { refold, type Refolded } from '../folding/refold.js';
import type { UnitSums } from '../folding/sums.js';
import { cellOf } from '../space/cells.js';
import { type StayingCell, stayingCell } from '../space/staying-cell.js';
import {
  deletePacks,
  FEW_PACKS,
  MANY_PACKS,
  type Moment,
  type Neighbours,
  type OwnedRow,
  readNeighbours,
  updatePacks,
} from '../tables/observation-packs.js';
import type { Facets, numberedFields } from './facets.js';
import { FieldNumbers } from './field-numbers.js';
import { readProfiles, writeProfiles } from './profiles.js';
import { UnwrittenRows } from './unwritten-rows.js';
import type { Unwritten } from './unwritten.js';
import { CellValues, writeLateHeat } from './write-heat.js';

/** The cached data of an object; updated in place, since every failure clears the cache. */
interface Held {
  profile: Profile;
  /** The profile of the facet. */
  numbered: Profile;
  facet: number;
  newest: Row;
  /** Cell of the last place, if any. */
  at?: StayingCell;
}

/** An object whose waiting events have to be folded with its stored rows. */
interface Deferred {
  externalId: string;
  /** The profile after its events; undefined for a cached object. */
  profile: Profile | undefined;
  events: ObjectEvent[];
}

/** Changes to existing packs in one write. */
interface Repacking {
  unwritten: Unwritten;
  fields: FieldNumbers;
  changed: OwnedRow[];
  removed: OwnedRow[];
}

/**
 * Events that are folded with their neighbours together. Bounds the memory for neighbours: in a large fleet, all objects of ten seconds
 * may be ones that are not cached.
 */
const FOLDED_TOGETHER = 5_000;

type Step = Parameters<UnitSums['step']>;

/**
 * Folds events into observations and sums, and caches the newest observation of each object. The cache must not contain anything
 * uncommitted: call `forget` after a failure.
 */
export class ObjectFolder {
  private readonly held: ReusedCache<Held> | undefined;

  constructor(
    private readonly facets: Facets,
    private readonly fields: ReturnType<typeof numberedFields>,
    remembered: number,
    /** Whether the values of a field are stored by cells, for heatmaps. */
    private readonly isMapped: (workspace: string, field: string) => boolean,
  ) {
    if (remembered > 0) this.held = new ReusedCache(remembered);
  }

  forget(): void {
    this.held?.clear();
  }

  forgetObjects(externalIds: Iterable<string>): void {
    for (const externalId of externalIds) this.held?.delete(externalId);
  }

  /** Folds events that are newer than all others of a cached object, as nearly all are; the others wait for the write. */
  async take(events: readonly ObjectEvent[], unwritten: Unwritten): Promise<void> {
    const fields = new FieldNumbers(this.fields, this.isMapped);
    await fields.know(events);
    const known = await this.observe(events, unwritten);
    for (const { event, held, profile } of known) {
      if (held.numbered !== profile) {
        held.numbered = profile;
        held.facet = this.facets.of(profile);
      }
      event.facet = held.facet;
      // A lower revision may be from before an erasure.
      if (compareObserved(held.newest, event) < 0 && held.newest.revision < event.revision) {
        const row = follow(held.newest, event);
        unwritten.sums.step(held.newest, row, 1);
        held.newest = row;
        if (row.place) held.at = stayingCell(row.place, held.at);
        const cell = row.place && held.at?.cell;
        unwritten.rows.add(event.workspace, event.externalId, row, cell);
        count(event, row, cell, unwritten, fields);
      } else if (compareObserved(held.newest, event) !== 0) unwritten.deferred.push(event);
    }
  }

  /** Updates the profiles of cached objects, in the order of the log, and looks up the facets; events of other objects wait. */
  private async observe(
    events: readonly ObjectEvent[],
    unwritten: Unwritten,
  ): Promise<{ event: ObjectEvent; held: Held; profile: Profile }[]> {
    const known: { event: ObjectEvent; held: Held; profile: Profile }[] = [];
    const changed = new Set<Profile>();
    for (const event of events) {
      const held = this.held?.get(event.externalId);
      if (held === undefined) {
        unwritten.deferred.push(event);
        continue;
      }
      const profile = profileAfter(held.profile, event);
      if (profile !== held.profile) {
        held.profile = profile;
        changed.add(profile);
        unwritten.profiles.set(event.externalId, profile);
      }
      known.push({ event, held, profile });
    }
    await this.facets.know(changed);
    return known;
  }

  /**
   * Stores all waiting data except the sums, and removes it from `unwritten`.
   * @param withoutErased drops repeated events of objects that were erased in the meantime
   */
  async write(
    client: PoolClient,
    unwritten: Unwritten,
    withoutErased: (events: readonly ObjectEvent[]) => Promise<readonly ObjectEvent[]>,
  ): Promise<void> {
    await this.store(client, unwritten);
    const deferred = await withoutErased(unwritten.deferred);
    unwritten.deferred = [];
    if (deferred.length > 0) await this.foldAround(client, deferred, unwritten);
    await unwritten.values.write(client);
    unwritten.values = new CellValues();
  }

  private async store(client: PoolClient, unwritten: Unwritten): Promise<void> {
    const { rows, profiles } = unwritten;
    unwritten.rows = new UnwrittenRows();
    unwritten.profiles = new Map();
    await writeProfiles(client, new Map([...profiles].sort(([a], [b]) => (a < b ? -1 : 1))));
    await rows.copy(client);
    await writeLateHeat(client, rows);
  }

  /** Folds the events of objects that are not cached, and late events, with the neighbouring rows. */
  private async foldAround(client: PoolClient, events: readonly ObjectEvent[], unwritten: Unwritten): Promise<void> {
    const repacking: Repacking = { unwritten, fields: new FieldNumbers(this.fields, this.isMapped), changed: [], removed: [] };
    await repacking.fields.know(events);
    for (const stretch of stretchesByObject(events, FOLDED_TOGETHER)) await this.foldStretch(client, stretch, repacking);
    await deletePacks(client, repacking.removed);
    await updatePacks(client, repacking.changed);
    await this.store(client, unwritten);
  }

  private async foldStretch(client: PoolClient, byId: ReadonlyMap<string, ObjectEvent[]>, repacking: Repacking): Promise<void> {
    const { unwritten } = repacking;
    let left = await this.deferred(client, byId, unwritten);
    for (let limit = FEW_PACKS; left.length > 0; limit = limit === FEW_PACKS ? MANY_PACKS : limit * 10) {
      const around = await readNeighbours(client, left.map(momentOf), limit);
      left = left.filter((object, index) => {
        const neighbours = around[index]!;
        const refolded = foldBetween(neighbours, object.events, unwritten.sums);
        if (refolded === undefined) return true;
        this.repack(object, neighbours, refolded, repacking);
        this.remember(object, neighbours.more ? undefined : refolded.newest);
        return false;
      });
    }
  }

  /**
   * The waiting events by object, in the order of observation. Events of objects that are not cached get their facets, and new profiles
   * wait to be written.
   */
  private async deferred(client: PoolClient, byId: ReadonlyMap<string, ObjectEvent[]>, unwritten: Unwritten): Promise<Deferred[]> {
    const unknown = [...byId.values()].flat().filter(({ facet }) => facet === 0);
    const profiles = await readProfiles(client, [...new Set(unknown.map(({ externalId }) => externalId))]);
    const numbered = unknown.map((event) => {
      const before = profiles.get(event.externalId);
      const profile = profileAfter(before, event);
      if (profile !== before) unwritten.profiles.set(event.externalId, profile);
      profiles.set(event.externalId, profile);
      return { event, profile };
    });
    await this.facets.know(new Set(numbered.map(({ profile }) => profile)));
    for (const { event, profile } of numbered) event.facet = this.facets.of(profile);
    return [...byId].map(([externalId, events]) => ({
      externalId,
      profile: profiles.get(externalId),
      events: events.sort(compareObserved),
    }));
  }

  private repack(
    { externalId, events }: Deferred,
    { packs }: Neighbours,
    refolded: Refolded<ObjectEvent>,
    { unwritten, fields, changed, removed }: Repacking,
  ): void {
    const repacked = repack(packs, refolded);
    for (const row of repacked.removed) removed.push({ externalId, row });
    for (const row of repacked.changed) changed.push({ externalId, row });
    const cells = new Map<Row, bigint | undefined>();
    for (const { row, observation } of refolded.inserted) {
      const cell = cellOf(row.place);
      count(observation, row, cell, unwritten, fields);
      cells.set(row, cell);
    }
    for (const { row, begins } of repacked.written) {
      const isStored = !cells.has(row);
      unwritten.rows.add(events[0]!.workspace, externalId, row, isStored ? cellOf(row.place) : cells.get(row), { begins, isStored });
    }
  }

  private remember({ externalId, profile }: Deferred, newest: Row | undefined): void {
    const held = this.held?.peek(externalId);
    if (newest === undefined) this.held?.delete(externalId);
    else if (held !== undefined) held.newest = newest;
    else if (profile !== undefined) this.held?.set(externalId, { profile, numbered: profile, facet: this.facets.of(profile), newest });
  }
}

const momentOf = ({ externalId, events }: Deferred): Moment => ({ externalId, at: events[0]!.at, revision: events[0]!.revision });

/** Folds events between stored rows; undefined if more rows have to be read first, in which case nothing is added. */
function foldBetween(
  { before, held, more }: Neighbours,
  events: readonly ObjectEvent[],
  sums: UnitSums,
): Refolded<ObjectEvent> | undefined {
  const steps: Step[] = [];
  const refolded = refold(before, held, more, events, (...step) => steps.push(step));
  if (!refolded.settled) return undefined;
  for (const step of steps) sums.step(...step);
  return refolded;
}

/** Counts the parts of an event that do not depend on earlier observations. */
function count(event: ObjectEvent, row: Row, cell: bigint | undefined, { sums, values }: Unwritten, fields: FieldNumbers): void {
  sums.change(event.subject, row, event.kind === 'created', event.stale);
  if (event.fields === undefined) return;
  const numbered = fields.of(event.workspace);
  for (const name in event.fields) {
    const { type, value } = event.fields[name]!;
    const field = type === 'Number' && typeof value === 'number' ? numbered?.get(name) : undefined;
    if (field === undefined) continue;
    const summable = sums.value(field.number, row, value as number);
    if (field.isMapped && cell !== undefined) values.add(field.number, cell, row.at, value as number, summable);
  }
}
