import type { PoolClient } from 'pg';
import { LRUCache } from 'lru-cache';
import { compareObserved, follow, type Row } from '../folding/movement.js';
import type { ObjectEvent } from '../folding/object-event.js';
import { type Profile, profileAfter } from '../folding/profile.js';
import { refold, type Refolded } from '../folding/refold.js';
import type { UnitSums } from '../folding/sums.js';
import { cellOf } from '../heat/cells.js';
import { CellValues, type HeatRow, writeLateHeat } from '../heat/write-heat.js';
import type { Facets, numberedFields } from './facets.js';
import { FieldNumbers } from './field-numbers.js';
import { FEW_ROWS, insertRows, MANY_ROWS, type Moment, type Neighbours, type OwnedRow, readNeighbours, updateRows } from './observation-rows.js';
import { readProfiles, writeProfiles } from './profiles.js';

/** What is remembered of an object between units; rewritten in place, since a unit that fails forgets all. */
interface Held {
  profile: Profile;
  facet: number;
  newest: Row;
}

/** An object of the unit in hand. */
interface Touched {
  externalId: string;
  held: Held | undefined;
  /** After the events that were looked at so far. */
  profile: Profile | undefined;
  /** Of that profile; undefined until it is known. */
  facet: number | undefined;
  events: ObjectEvent[];
}

type Step = Parameters<UnitSums['step']>;

/** What one call of `fold` gathers. */
interface Gathered {
  sums: UnitSums;
  fields: FieldNumbers;
  values: CellValues;
  inserted: HeatRow[];
  changed: Omit<OwnedRow, 'cell'>[];
}

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
    const gathered: Gathered = { sums, fields: new FieldNumbers(this.fields, this.isMapped), values: new CellValues(), inserted: [], changed: [] };
    await gathered.fields.know(events);
    const late: Touched[] = [];
    for (const touched of await this.observe(client, events)) {
      const { held, events: own } = touched;
      if (own.length > 1) own.sort(compareObserved);
      if (held !== undefined && compareObserved(held.newest, own[0]!) <= 0) this.append(touched, held, gathered);
      else late.push(touched);
    }
    await this.foldAround(client, late, gathered);
    await insertRows(client, gathered.inserted);
    await updateRows(client, gathered.changed);
    await writeLateHeat(client, gathered.inserted);
    await gathered.values.write(client);
  }

  /** What comes behind all that is known of an object, as nearly everything does. */
  private append({ profile, facet, events }: Touched, held: Held, gathered: Gathered): void {
    let newest = held.newest;
    for (const event of events) {
      if (compareObserved(newest, event) === 0) continue;
      const row = follow(newest, event);
      gathered.sums.step(newest, row, 1);
      this.insert(event, row, gathered);
      newest = row;
    }
    held.profile = profile!;
    held.facet = facet!;
    held.newest = newest;
  }

  /** Of objects that are not remembered, or of which something is late: by way of the rows around it. */
  private async foldAround(client: PoolClient, objects: Touched[], gathered: Gathered): Promise<void> {
    let left = objects.sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
    for (let limit = FEW_ROWS; left.length > 0; limit = limit === FEW_ROWS ? MANY_ROWS : limit * 10) {
      const around = await readNeighbours(client, left.map(momentOf), limit);
      left = left.filter((touched, index) => {
        const neighbours = around[index]!;
        const refolded = foldBetween(neighbours, touched.events, gathered.sums);
        if (refolded === undefined) return true;
        for (const { row, observation } of refolded.inserted) this.insert(observation, row, gathered);
        for (const row of refolded.changed) gathered.changed.push({ externalId: touched.externalId, row });
        this.remember(touched, neighbours.more ? undefined : refolded.newest);
        return false;
      });
    }
  }

  private remember({ externalId, profile, facet }: Touched, newest: Row | undefined): void {
    if (newest === undefined) this.held?.delete(externalId);
    else this.held?.set(externalId, { profile: profile!, facet: facet!, newest });
  }

  /** Gives each event its facet, in the order of the log, and writes the profiles that changed. */
  private async observe(client: PoolClient, events: readonly ObjectEvent[]): Promise<Iterable<Touched>> {
    const objects = this.touchedBy(events);
    await readInto(client, objects);
    const unnumbered: { event: ObjectEvent; profile: Profile }[] = [];
    const changed = new Map<string, Profile>();
    for (const event of events) {
      const touched = objects.get(event.externalId)!;
      const profile = profileAfter(touched.profile, event);
      if (profile !== touched.profile) {
        changed.set(event.externalId, profile);
        touched.profile = profile;
        touched.facet = undefined;
      }
      if (touched.facet === undefined) unnumbered.push({ event, profile });
      else event.facet = touched.facet;
    }
    await this.facets.know(new Set(unnumbered.map(({ profile }) => profile)));
    for (const { event, profile } of unnumbered) event.facet = objects.get(event.externalId)!.facet = this.facets.of(profile);
    await writeProfiles(client, new Map([...changed].sort(([a], [b]) => (a < b ? -1 : 1))));
    return objects.values();
  }

  private touchedBy(events: readonly ObjectEvent[]): Map<string, Touched> {
    const objects = new Map<string, Touched>();
    for (const event of events) {
      const { externalId } = event;
      const touched = objects.get(externalId);
      if (touched !== undefined) {
        touched.events.push(event);
        continue;
      }
      const held = this.held?.get(externalId);
      objects.set(externalId, { externalId, held, profile: held?.profile, facet: held?.facet, events: [event] });
    }
    return objects;
  }

  private insert(event: ObjectEvent, row: Row, { sums, fields, values, inserted }: Gathered): void {
    const { externalId, workspace } = event;
    const owned: HeatRow = { externalId, row, cell: cellOf(row.place), workspace };
    inserted.push(owned);
    sums.change(event.subject, row, event.kind === 'created', event.stale);
    if (event.fields === undefined) return;
    const numbered = fields.of(workspace);
    for (const name in event.fields) {
      const { type, value } = event.fields[name]!;
      const field = type === 'Number' && typeof value === 'number' ? numbered?.get(name) : undefined;
      if (field === undefined) continue;
      const summable = sums.value(field.number, row, value as number);
      if (field.isMapped) values.add(field.number, owned, value as number, summable);
    }
  }
}

/** The profiles of objects that are not remembered. */
async function readInto(client: PoolClient, objects: ReadonlyMap<string, Touched>): Promise<void> {
  const unknown = [...objects.values()].filter(({ held }) => held === undefined).map(({ externalId }) => externalId);
  const read = await readProfiles(client, unknown.sort());
  for (const [externalId, profile] of read) objects.get(externalId)!.profile = profile;
}

const momentOf = ({ externalId, events }: Touched): Moment => ({ externalId, at: events[0]!.at, revision: events[0]!.revision });

/** Undefined when more rows have to be read first; nothing was added then. */
function foldBetween({ before, held, more }: Neighbours, events: readonly ObjectEvent[], sums: UnitSums): Refolded<ObjectEvent> | undefined {
  const steps: Step[] = [];
  const refolded = refold(before, held, more, events, (...step) => steps.push(step));
  if (!refolded.settled) return undefined;
  for (const step of steps) sums.step(...step);
  return refolded;
}
