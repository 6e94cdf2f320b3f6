import type { Pool, PoolClient } from 'pg';
import type { AreaCopy } from '#areas/area-copy.js';
import { type Areas, changeArea, reconcileTrack, trackDue, type WindowSettings } from '#geofence/live-track.js';
import { moveOf } from '#kafka/records/record-mark.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import { advanceOffsets, readOffsets, readShifts } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import type { EventPublisher } from '../publishing/event-publisher.js';
import { CONSUMER } from '../storage/consumer.js';
import { heldPartitions, holdPartitions, noteAreasThrough, takePartitions } from '../storage/judge-rows.js';
import { type CommittedEvents, insertOutbox, type OutgoingEvent } from '../storage/outbox.js';
import {
  dropTracks,
  firstDue,
  type HeldTrack,
  isDueEarlier,
  type ObjectKey,
  readDueTracks,
  readTracks,
  writeTracks,
} from '../storage/track-rows.js';
import { outgoingEvent } from '../visits/judged-news.js';
import { eraseVisits, writeVisits } from '../visits/write-visits.js';
import { Assignment } from './assignment.js';
import { type ChangedArea, changedAreas, leftWorkspaces, objectsConcerned } from './changed-areas.js';
import { type IncomingReport, incomingReport, nameOf } from './incoming-report.js';
import type { JudgeMetrics } from './judge-metrics.js';
import { LogMarks } from './log-marks.js';
import { judgeReports, note, noVerdict, type Verdict } from './verdict.js';

const TRACKS_AT_ONCE = 500;
const DROPPED_AT_ONCE = 10_000;
/** This many waiting tracks are written at once, whenever the last write was, so that their memory is bounded. */
const UNWRITTEN_TRACKS = 50_000;
/** After this long without a unit, waiting tracks are written: waiting longer gains nothing, and after a crash nothing is judged again. */
const QUIET_MS = 1000;

export interface JudgeOptions {
  pool: Pool;
  copy: AreaCopy;
  publisher: EventPublisher;
  window: WindowSettings;
  cachedTracks: number;
  /** The current end of each partition's log. */
  logEnds: () => Promise<ReadonlyMap<number, { high: number }>>;
  /** How long reports that cause no event may stay unwritten. */
  writeIntervalMs: number;
  /** Memory no longer matches the database: partitions must be assigned again, from the stored offsets. */
  rewind: () => void;
  metrics: JudgeMetrics;
}

/**
 * Turns units of object.events into tracks, visits and events. Events are committed together with their tracks and then published. Tracks
 * without events, and offsets, are stored every few seconds.
 */
export class Judge implements UnitProcessor {
  private assignment: Assignment;
  /** The newest call of `assigned`, finished or not. */
  private newest: Assignment;
  /** Units, due events and area changes take turns, because all of them change the same tracks. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: JudgeOptions) {
    this.assignment = this.newest = new Assignment([], new Set(), options.cachedTracks);
  }

  async assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { pool, publisher, cachedTracks, logEnds } = this.options;
    const next = new Assignment([...partitions], new Set(), cachedTracks);
    this.newest = next;
    publisher.begin(next.owner);
    await takePartitions(pool, partitions, next.owner);
    await publisher.take(next.owner, partitions);
    for (const workspace of await leftWorkspaces(pool, partitions)) next.reading.add(workspace);
    const offsets = await readOffsets(pool, CONSUMER, partitions);
    next.marks = new LogMarks(offsets, await readShifts(pool, CONSUMER, partitions), logEnds);
    if (this.newest === next) this.assignment = next;
    return offsets;
  }

  process(unit: UnitOfWork): Promise<void> {
    return this.inTurn(async (assignment) => {
      const end = this.options.metrics.unitSeconds.startTimer();
      const wanted = (workspace: string): boolean => this.reads(assignment, workspace);
      const incoming: IncomingReport[] = [];
      for (const { records } of unit.batches) {
        for (const record of records) {
          const report = incomingReport(record, wanted);
          if (report !== undefined) incoming.push(report);
        }
      }
      if (incoming.length > 0) await this.judge(assignment, incoming);
      assignment.ahead.note(unit.batches.map(moveOf));
      assignment.judgedAt = performance.now();
      for (const { partition, nextOffset } of unit.batches) assignment.marks?.note(partition, nextOffset);
      if (this.isTimeToWrite(assignment)) await this.write(assignment);
      end();
    });
  }

  private async judge(assignment: Assignment, incoming: readonly IncomingReport[]): Promise<void> {
    const { metrics, window } = this.options;
    const { verdict, outcomes } = judgeReports(await this.held(assignment, incoming), incoming, {
      areasOf: (workspace) => this.areasOf(workspace),
      window,
      now: Date.now(),
    });
    // Counted once per unit: a labelled counter costs as much as a report far from any area.
    for (const [outcome, count] of Object.entries(outcomes)) if (count > 0) metrics.reports.inc({ outcome }, count);
    const reported = new Set(verdict.news.map(nameOf));
    for (const key of verdict.erased) reported.add(nameOf(key));
    const tracks = new Map<string, HeldTrack>();
    for (const [name, held] of verdict.tracks) {
      if (reported.has(name) || isDueEarlier(held, verdict.now)) tracks.set(name, held);
      else assignment.unwritten.set(name, held);
    }
    if (tracks.size === 0 && verdict.erased.length === 0) return;
    const concerned = [...new Set([...tracks.values(), ...verdict.erased].map(({ partition }) => partition))].sort((a, b) => a - b);
    await this.commit(assignment, { ...verdict, tracks }, concerned);
  }

  private isTimeToWrite({ unwritten, writtenAt, judgedAt, ahead }: Assignment): boolean {
    const now = performance.now();
    return (
      ahead.size > 0 &&
      (unwritten.size >= UNWRITTEN_TRACKS || now - writtenAt >= this.options.writeIntervalMs || now - judgedAt >= QUIET_MS)
    );
  }

  /** Stores tracks and offsets up to the last judged unit. */
  private async write(assignment: Assignment): Promise<void> {
    const { ahead, unwritten } = assignment;
    assignment.writtenAt = performance.now();
    if (ahead.size === 0) return;
    const { moves } = ahead;
    const verdict = { ...noVerdict(Date.now()), tracks: new Map(unwritten) };
    await this.commit(
      assignment,
      verdict,
      moves.map(({ partition }) => partition).sort((a, b) => a - b),
      async (client) => {
        if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('Another instance has evaluated these events.');
      },
    );
    ahead.clear();
  }

  /** Publishes events that are due by time alone, unless a waiting report may contradict them. @returns whether there may be more */
  publishDue(): Promise<boolean> {
    return this.inTurn(async (assignment) => {
      const { pool } = this.options;
      const partitions = await this.duePartitions(assignment);
      const passed = partitions.length > 0 ? await assignment.marks!.passed(partitions) : undefined;
      const due = passed === undefined ? [] : await readDueTracks(pool, passed.partitions, passed.until, TRACKS_AT_ONCE);
      if (due.length === 0) {
        if (this.isTimeToWrite(assignment)) await this.write(assignment);
        return false;
      }
      const { until } = passed!;
      const verdict = noVerdict(until);
      for (const row of due) {
        const held = assignment.unwritten.get(nameOf(row)) ?? row;
        verdict.tracks.set(nameOf(held), held);
        note(verdict, held, reconcileTrack(held.track, this.areasOf(held.workspace), until), false);
      }
      await this.commit(assignment, verdict, partitions);
      return due.length === TRACKS_AT_ONCE;
    });
  }

  /** The partitions that this assignment still has, if a track in one of them is due. */
  private async duePartitions(assignment: Assignment): Promise<number[]> {
    const { pool } = this.options;
    if (assignment.nextDue > Date.now()) return [];
    const { partitions } = await heldPartitions(pool, assignment);
    if (partitions.length === 0) return [];
    assignment.nextDue = await firstDue(pool, partitions);
    return assignment.nextDue > Date.now() ? [] : partitions;
  }

  /** Applies area changes to the objects that they concern. @returns whether there may be more */
  followChanges(): Promise<boolean> {
    return this.inTurn(async (assignment) => {
      const { pool, copy } = this.options;
      const upTo = copy.newestRevision;
      if (assignment.through >= upTo) return false;
      const { partitions, through: after } = await heldPartitions(pool, assignment);
      if (partitions.length === 0) return false;
      // Written first, because the table is queried for the objects that a change concerns.
      await this.write(assignment);
      const { changes, through } = await changedAreas(pool, after, upTo);
      for (const { workspace, deleted } of changes) if (deleted) assignment.reading.add(workspace);
      if (changes.length > 0) await this.bring(assignment, changes, partitions);
      // Only after all changes: the end of a visit may still have to be published from these tracks.
      if (through === upTo && (await this.dropLeft(assignment, partitions))) return true;
      await inTransaction(pool, async (client) => {
        await holdPartitions(client, partitions, assignment.owner);
        await noteAreasThrough(client, partitions, through);
      });
      assignment.through = through;
      return through < upTo;
    });
  }

  private async bring(assignment: Assignment, changes: readonly ChangedArea[], partitions: readonly number[]): Promise<void> {
    const { pool, copy } = this.options;
    const concerned = [...(await objectsConcerned(pool, copy, changes, partitions))];
    for (let at = 0; at < concerned.length; at += TRACKS_AT_ONCE) {
      const some = concerned.slice(at, at + TRACKS_AT_ONCE);
      const now = Date.now();
      const verdict = noVerdict(now);
      const held = await this.held(
        assignment,
        some.map(([key]) => ({ ...key, name: nameOf(key) })),
      );
      for (const [key, list] of some) {
        const track = held.get(nameOf(key));
        if (!track) continue;
        verdict.tracks.set(nameOf(key), track);
        for (const { areaId } of list) note(verdict, track, changeArea(track.track, areaId, copy.area(key.workspace, areaId), now), false);
      }
      await this.commit(assignment, verdict, partitions);
    }
  }

  /** Forgets the objects of workspaces without areas; their reports are not read from then on. @returns whether there may be more */
  private async dropLeft({ reading, tracks, owner }: Assignment, partitions: readonly number[]): Promise<boolean> {
    const { pool, copy } = this.options;
    for (const workspace of reading) {
      if (copy.has(workspace)) continue;
      tracks.clear();
      const dropped = await inTransaction(pool, async (client) => {
        await holdPartitions(client, partitions, owner);
        return dropTracks(client, workspace, partitions, DROPPED_AT_ONCE);
      });
      if (dropped === DROPPED_AT_ONCE) return true;
      reading.delete(workspace);
    }
    return false;
  }

  private reads({ reading }: Assignment, workspace: string): boolean {
    if (reading.has(workspace)) return true;
    if (!this.options.copy.has(workspace)) return false;
    reading.add(workspace);
    return true;
  }

  /** Tracks of these objects, by name; the last committed ones come from memory. */
  private async held({ tracks, unwritten }: Assignment, keys: readonly (ObjectKey & { name: string })[]): Promise<Map<string, HeldTrack>> {
    const found = new Map<string, HeldTrack>();
    const missing = new Map<string, ObjectKey>();
    for (const key of keys) {
      const known = unwritten.get(key.name) ?? tracks.get(key.name);
      if (known) found.set(key.name, known);
      else missing.set(key.name, key);
    }
    for (const held of await readTracks(this.options.pool, [...missing.values()])) found.set(nameOf(held), held);
    return found;
  }

  /**
   * Commits and publishes. On failure it drops the tracks in memory, since they were changed in place, together with unwritten tracks of
   * earlier units.
   */
  private async commit(
    assignment: Assignment,
    verdict: Verdict,
    partitions: readonly number[],
    more?: (client: PoolClient) => Promise<void>,
  ): Promise<void> {
    const { pool, publisher } = this.options;
    let outbox: CommittedEvents[];
    try {
      outbox = await inTransaction(pool, async (client) => {
        await holdPartitions(client, partitions, assignment.owner);
        await more?.(client);
        await writeTracks(client, [...verdict.tracks.values()], verdict.now);
        await eraseVisits(client, verdict.erased);
        await writeVisits(client, verdict.news);
        return insertOutbox(client, this.eventsOf(verdict));
      });
    } catch (error) {
      assignment.tracks.clear();
      assignment.unsettled = true;
      assignment.nextDue = -Infinity;
      if (assignment.unwritten.size > 0 || assignment.ahead.size > 0) this.invalidate(assignment);
      throw error;
    }
    for (const [name, held] of verdict.tracks) {
      held.stored = true;
      held.storedDue = trackDue(held.track, verdict.now);
      assignment.nextDue = Math.min(assignment.nextDue, held.storedDue ?? Infinity);
      assignment.tracks.set(name, held);
      assignment.unwritten.delete(name);
    }
    await publisher.publish(assignment.owner, outbox);
  }

  private invalidate(assignment: Assignment): void {
    assignment.invalid = true;
    if (assignment === this.newest) this.options.rewind();
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

  private inTurn<T>(work: (assignment: Assignment) => Promise<T>): Promise<T> {
    const taken = async (): Promise<T> => {
      const { assignment } = this;
      if (assignment.invalid)
        throw new OwnershipLostError('Events that were evaluated but not written are evaluated again from the stored offsets.');
      await this.settle(assignment);
      return work(assignment);
    };
    const turn = this.turn.then(taken, taken);
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Publishes the events of a commit with unknown outcome before anything that follows. */
  private async settle(assignment: Assignment): Promise<void> {
    if (!assignment.unsettled) return;
    const { partitions } = await heldPartitions(this.options.pool, assignment);
    await this.options.publisher.takeAgain(assignment.owner, partitions);
    assignment.unsettled = false;
  }
}
