import type { PoolClient } from 'pg';
import { LRUCache } from 'lru-cache';
import { compareObserved, type Observation, type Row } from '../folding/movement.js';
import type { ObjectEvent } from '../folding/object-event.js';
import { type Profile, profileAfter } from '../folding/profile.js';
import { refold, type Refolded } from '../folding/refold.js';
import type { UnitSums } from '../folding/sums.js';
import { cellOf } from '../heat/cells.js';
import { CellValues, type HeatRow, writeLateHeat } from '../heat/write-heat.js';
import type { Facets, numberedFields } from './facets.js';
import { FEW_ROWS, insertRows, MANY_ROWS, type Moment, type Neighbours, type OwnedRow, readNeighbours, updateRows } from './observation-rows.js';
import { readProfiles, writeProfiles } from './profiles.js';

/** What is remembered of an object between units. */
interface Held {
  profile: Profile;
  newest: Row;
}

/** An event with what it says in the order of observation. */
interface Observed extends Observation {
  event: ObjectEvent;
}

type Step = Parameters<UnitSums['step']>;

/** Folds events into observations and sums, and remembers the newest of each object. Nothing of a unit may be remembered that was not committed: call `forget` then. */
export class ObjectFolder {
  private readonly held: LRUCache<string, Held> | undefined;

  constructor(
    private readonly facets: Facets,
    private readonly fields: ReturnType<typeof numberedFields>,
    remembered: number,
    /** Whether the values of a field are kept by cells, for heatmaps. */
    private readonly isMapped: (workspace: string, field: string) => boolean,
  ) {
    if (remembered > 0) this.held = new LRUCache({ max: remembered });
  }

  forget(): void {
    this.held?.clear();
  }

  forgetObjects(externalIds: Iterable<string>): void {
    for (const externalId of externalIds) this.held?.delete(externalId);
  }

  /** Writes rows and profiles, and adds what they bring to the sums. Events of objects that are erased in between must be in another call. */
  async fold(client: PoolClient, events: readonly ObjectEvent[], sums: UnitSums): Promise<void> {
    if (events.length === 0) return;
    const observed = await this.observe(client, events);
    const objects = [...observed].map(([externalId, list]) => ({ externalId, list: list.sort(compareObserved) }));
    const known = this.inOrder(objects);
    const inserted: HeatRow[] = [];
    const values = new CellValues();
    const changed: Omit<OwnedRow, 'cell'>[] = [];
    const take = (externalId: string, { inserted: rows, changed: others, newest }: Refolded<Observed>, more: boolean): void => {
      for (const { row, observation } of rows) {
        const owned = { externalId, row, cell: cellOf(row.place), workspace: observation.event.workspace };
        inserted.push(owned);
        this.count(observation.event, owned, sums, values);
      }
      for (const row of others) changed.push({ externalId, row });
      this.remember(externalId, newest, more);
    };
    const asked: typeof objects = [];
    for (const object of objects) {
      const newest = known.get(object.externalId);
      if (newest === undefined) asked.push(object);
      else take(object.externalId, refold(newest, [], false, object.list, sums.step), false);
    }
    await this.foldAsked(client, asked, sums, take);
    await insertRows(client, inserted);
    await updateRows(client, changed);
    await writeLateHeat(client, inserted);
    await values.write(client);
  }

  /** Of objects whose newest row is remembered and that have nothing late. */
  private inOrder(objects: readonly { externalId: string; list: readonly Observed[] }[]): Map<string, Row> {
    const known = new Map<string, Row>();
    for (const { externalId, list } of objects) {
      const newest = this.held?.get(externalId)?.newest;
      if (newest !== undefined && compareObserved(newest, list[0]!) < 0) known.set(externalId, newest);
    }
    return known;
  }

  private async foldAsked(
    client: PoolClient,
    objects: { externalId: string; list: readonly Observed[] }[],
    sums: UnitSums,
    take: (externalId: string, refolded: Refolded<Observed>, more: boolean) => void,
  ): Promise<void> {
    let left = objects.sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
    for (let limit = FEW_ROWS; left.length > 0; limit = limit === FEW_ROWS ? MANY_ROWS : limit * 10) {
      const around = await readNeighbours(client, left.map(momentOf), limit);
      left = left.filter(({ externalId, list }, index) => !foldAround(around[index]!, list, sums, (refolded, more) => take(externalId, refolded, more)));
    }
  }

  /** Gives each event its facet, in the order of the log, and writes the profiles that changed. */
  private async observe(client: PoolClient, events: readonly ObjectEvent[]): Promise<Map<string, Observed[]>> {
    const unknown = new Set(events.filter(({ externalId }) => this.held?.has(externalId) !== true).map(({ externalId }) => externalId));
    const read = await readProfiles(client, [...unknown].sort());
    const profiles = new Map<string, Profile>();
    const changed = new Map<string, Profile>();
    const ofEvents = events.map((event) => {
      const { externalId } = event;
      const before = profiles.get(externalId) ?? this.held?.get(externalId)?.profile ?? read.get(externalId);
      const profile = profileAfter(before, event);
      profiles.set(externalId, profile);
      if (profile !== before) changed.set(externalId, profile);
      return profile;
    });
    await this.facets.know(new Set(ofEvents));
    await this.fields.know(events.flatMap(numbersOf));
    await writeProfiles(client, new Map([...changed].sort(([a], [b]) => (a < b ? -1 : 1))));
    const observed = new Map<string, Observed[]>();
    events.forEach((event, index) => {
      const { externalId, at, revision, place } = event;
      const one: Observed = { at, revision, place, facet: this.facets.of(ofEvents[index]!), event };
      const list = observed.get(externalId);
      if (list) list.push(one);
      else observed.set(externalId, [one]);
      this.profiles.set(externalId, ofEvents[index]!);
    });
    return observed;
  }

  /** Of the unit in hand, until its rows are remembered. */
  private readonly profiles = new Map<string, Profile>();

  private remember(externalId: string, newest: Row | undefined, more: boolean): void {
    const profile = this.profiles.get(externalId);
    this.profiles.delete(externalId);
    if (more || newest === undefined || profile === undefined) this.held?.delete(externalId);
    else this.held?.set(externalId, { profile, newest });
  }

  private count(event: ObjectEvent, owned: OwnedRow, sums: UnitSums, values: CellValues): void {
    const { row } = owned;
    sums.change(event.subject, row, { created: event.kind === 'created', stale: event.stale });
    const { fields, workspace } = event;
    if (fields === undefined) return;
    for (const name in fields) {
      const { type, value } = fields[name]!;
      if (type !== 'Number' || typeof value !== 'number') continue;
      const field = this.fields.of({ workspace, name });
      if (field === undefined) continue;
      const summable = sums.value(field, row, value);
      if (this.isMapped(workspace, name)) values.add(field, owned, value, summable);
    }
  }
}

const momentOf = ({ externalId, list }: { externalId: string; list: readonly Observed[] }): Moment => ({ externalId, at: list[0]!.at, revision: list[0]!.revision });

/** @returns false when more rows have to be read first; nothing was added then */
function foldAround({ before, held, more }: Neighbours, list: readonly Observed[], sums: UnitSums, take: (refolded: Refolded<Observed>, more: boolean) => void): boolean {
  const steps: Step[] = [];
  const refolded = refold(before, held, more, list, (...step) => steps.push(step));
  if (!refolded.settled) return false;
  for (const step of steps) sums.step(...step);
  take(refolded, more);
  return true;
}

function numbersOf({ workspace, fields }: ObjectEvent): { workspace: string; name: string }[] {
  if (fields === undefined) return [];
  const numbers: { workspace: string; name: string }[] = [];
  for (const name in fields) if (fields[name]!.type === 'Number' && typeof fields[name]!.value === 'number') numbers.push({ workspace, name });
  return numbers;
}
