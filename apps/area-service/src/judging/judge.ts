import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import type { AreaCopy } from '#areas/area-copy.js';
import { changeArea, newTrack, takeReport, tellDue, type Areas, type TrackNews, type WindowSettings } from '#geofence/live-track.js';
import type { UnitOfWork } from '#kafka/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/unit-processor.js';
import { advanceOffsets, readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import type { EventPublisher } from '../publishing/event-publisher.js';
import { areasThrough, holdPartitions, noteAreasThrough, takePartitions } from '../storage/judge-rows.js';
import { insertOutbox, type OutboxRow, type OutgoingEvent } from '../storage/outbox.js';
import { erasedTrack, type HeldTrack, type ObjectKey, readDueTracks, readTracks, writeTracks } from '../storage/track-rows.js';
import { writeVisits } from '../visits/visits.js';
import { changedAreas, objectsConcerned } from './changed-areas.js';
import { incomingReport, type IncomingReport } from './incoming-report.js';
import { type JudgedNews, outgoingEvent } from './judged-news.js';
import type { JudgeMetrics } from './judge-metrics.js';

const CONSUMER = 'areas';
const TRACKS_AT_ONCE = 500;

export interface JudgeOptions {
  pool: Pool;
  copy: AreaCopy;
  publisher: EventPublisher;
  window: WindowSettings;
  cachedTracks: number;
  metrics: JudgeMetrics;
}

/** What was judged and is to be committed. */
interface Verdict {
  tracks: Map<string, HeldTrack>;
  erased: ObjectKey[];
  news: JudgedNews[];
}

/** Turns units of object.events into tracks, visits and events: offsets and all of it in one transaction, published after it. */
export class Judge implements UnitProcessor {
  private readonly owner = randomUUID();
  private owned: readonly number[] = [];
  private tracks: LRUCache<string, HeldTrack>;
  /** Units, what is due and what has changed take turns: each works on the same tracks. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: JudgeOptions) {
    this.tracks = this.noTracks();
  }

  async assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { pool, publisher } = this.options;
    await takePartitions(pool, partitions, this.owner);
    await publisher.publishLeftovers(partitions);
    this.tracks = this.noTracks();
    const offsets = await readOffsets(pool, CONSUMER, partitions);
    this.owned = [...partitions];
    return offsets;
  }

  process(unit: UnitOfWork): Promise<void> {
    return this.inTurn(async () => {
      const end = this.options.metrics.unitSeconds.startTimer();
      const moves = unit.batches.map(({ partition, firstOffset, nextOffset }) => ({ partition, from: firstOffset, to: nextOffset }));
      const wanted = (workspace: string): boolean => this.options.copy.has(workspace);
      const incoming = unit.batches.flatMap(({ records }) => records.flatMap((record) => incomingReport(record, wanted) ?? []));
      const verdict = await this.judgeReports(incoming, Date.now());
      await this.commit(verdict, moves.map(({ partition }) => partition), async (client) => {
        if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('Another instance has judged these events.');
      });
      end();
    });
  }

  /** What has become due by time alone. @returns whether there may be more */
  async tellWhatIsDue(): Promise<boolean> {
    return this.inTurn(async () => {
      if (this.owned.length === 0) return false;
      const due = await readDueTracks(this.options.pool, this.owned, TRACKS_AT_ONCE);
      if (due.length === 0) return false;
      const now = Date.now();
      const verdict = noVerdict();
      for (const held of due) {
        verdict.tracks.set(nameOf(held), held);
        this.note(verdict, held, tellDue(held.track, this.areasOf(held.workspace), now), false);
      }
      await this.commit(verdict, this.owned);
      return due.length === TRACKS_AT_ONCE;
    });
  }

  /** Brings changes of areas to the objects that they concern. @returns whether there may be more */
  async followChanges(): Promise<boolean> {
    return this.inTurn(async () => {
      const { pool, copy } = this.options;
      if (this.owned.length === 0) return false;
      const partitions = this.owned;
      const upTo = copy.newestRevision;
      const after = await areasThrough(pool, partitions);
      if (after >= upTo) return false;
      const { changes, through } = await changedAreas(pool, after, upTo);
      const concerned = changes.length === 0 ? [] : [...(await objectsConcerned(pool, copy, changes, partitions))];
      for (let at = 0; at < concerned.length; at += TRACKS_AT_ONCE) {
        const some = concerned.slice(at, at + TRACKS_AT_ONCE);
        const now = Date.now();
        const verdict = noVerdict();
        const held = await this.held(some.map(([key]) => key));
        for (const [key, list] of some) {
          const track = held.get(nameOf(key));
          if (!track) continue;
          verdict.tracks.set(nameOf(key), track);
          for (const { areaId, isNew } of list) this.note(verdict, track, changeArea(track.track, areaId, copy.area(key.workspace, areaId), now, isNew), false);
        }
        await this.commit(verdict, partitions);
      }
      await inTransaction(pool, async (client) => {
        await holdPartitions(client, partitions, this.owner);
        await noteAreasThrough(client, partitions, through);
      });
      return through < upTo;
    });
  }

  private async judgeReports(incoming: readonly IncomingReport[], now: number): Promise<Verdict> {
    const { window, metrics } = this.options;
    const verdict = noVerdict();
    // Counted here first: a counter with labels costs as much as a report far from any area.
    const outcomes = { taken: 0, late: 0, too_late: 0, repeated: 0 };
    const held = await this.held(incoming);
    for (const { workspace, externalId, partition, revision, report } of incoming) {
      const name = nameOf({ workspace, externalId });
      let known = held.get(name);
      if (known && revision <= known.track.revision) {
        outcomes.repeated++;
        continue;
      }
      if (report === undefined) {
        if (known) {
          known.track = erasedTrack(revision);
          verdict.tracks.set(name, known);
        }
        verdict.news = verdict.news.filter((news) => news.workspace !== workspace || news.externalId !== externalId);
        verdict.erased.push({ workspace, externalId, partition });
        continue;
      }
      if (!known) held.set(name, (known = { workspace, externalId, partition, track: newTrack() }));
      verdict.tracks.set(name, known);
      const taken = takeReport(known.track, report, this.areasOf(workspace), now, window);
      outcomes[taken ? 'taken' : 'too_late']++;
      if (taken?.late) outcomes.late++;
      if (taken) this.note(verdict, known, taken.news, taken.late);
    }
    for (const [outcome, count] of Object.entries(outcomes)) if (count > 0) metrics.reports.inc({ outcome }, count);
    return verdict;
  }

  private note(verdict: Verdict, { workspace, externalId }: HeldTrack, news: readonly TrackNews[], late: boolean): void {
    for (const each of news) verdict.news.push({ ...each, workspace, externalId, late });
  }

  /** Tracks of these objects, by name; those that were committed last are remembered. */
  private async held(keys: readonly ObjectKey[]): Promise<Map<string, HeldTrack>> {
    const found = new Map<string, HeldTrack>();
    const missing = new Map<string, ObjectKey>();
    for (const key of keys) {
      const name = nameOf(key);
      const known = this.tracks.get(name);
      if (known) found.set(name, known);
      else missing.set(name, key);
    }
    for (const held of await readTracks(this.options.pool, [...missing.values()])) found.set(nameOf(held), held);
    return found;
  }

  /** Commits and publishes; what is remembered is forgotten when that fails, as it was changed in place. */
  private async commit(verdict: Verdict, partitions: readonly number[], more?: (client: PoolClient) => Promise<void>): Promise<void> {
    const { pool, publisher } = this.options;
    const tracks = this.tracks;
    let outbox: OutboxRow[];
    try {
      outbox = await inTransaction(pool, async (client) => {
        await holdPartitions(client, partitions, this.owner);
        await more?.(client);
        await writeTracks(client, [...verdict.tracks.values()], Date.now());
        await eraseVisits(client, verdict.erased);
        await writeVisits(client, verdict.news);
        return insertOutbox(client, this.eventsOf(verdict));
      });
    } catch (error) {
      this.tracks = this.noTracks();
      throw error;
    }
    for (const [name, held] of verdict.tracks) tracks.set(name, held);
    await publisher.publish(outbox);
  }

  private eventsOf({ news, tracks }: Verdict): Map<number, OutgoingEvent[]> {
    const events = new Map<number, OutgoingEvent[]>();
    for (const each of news) {
      const { partition } = tracks.get(nameOf(each))!;
      const outgoing = outgoingEvent(each, this.options.copy.area(each.workspace, each.areaId) ?? {});
      this.options.metrics.events.inc({ kind: outgoing.kind });
      const list = events.get(partition);
      if (list) list.push(outgoing);
      else events.set(partition, [outgoing]);
    }
    return events;
  }

  private areasOf(workspace: string): Areas {
    const { copy } = this.options;
    return { near: (lon, lat) => copy.near(workspace, lon, lat), area: (areaId) => copy.area(workspace, areaId) };
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(work, work);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private noTracks(): LRUCache<string, HeldTrack> {
    return new LRUCache({ max: Math.max(1, this.options.cachedTracks) });
  }
}

const nameOf = ({ workspace, externalId }: { workspace: string; externalId: string }): string => `${workspace}\0${externalId}`;
const noVerdict = (): Verdict => ({ tracks: new Map<string, HeldTrack>(), erased: [], news: [] });

async function eraseVisits(client: PoolClient, erased: readonly ObjectKey[]): Promise<void> {
  if (erased.length === 0) return;
  await client.query('delete from visit v using unnest($1::text[], $2::text[]) as k(w, i) where v.workspace = k.w and v.external_id = k.i', [erased.map(({ workspace }) => workspace), erased.map(({ externalId }) => externalId)]);
}

