import type { Pool, PoolClient } from 'pg';
import { moveOf } from '#kafka/records/record-mark.js';
import type { PartitionBatch, UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import type { ErasedObject, KeptObject, ObjectState } from '#object-rules/object.js';
import { inOrder } from '#postgres/in-order.js';
import { advanceOffsets } from '#postgres/offsets.js';
import { RememberedJson } from '#postgres/remembered-json.js';
import type { Logger } from '#telemetry/logger.js';
import { changeLine } from '../changes/change-line.js';
import type { Erasures, HeldState } from '../changes/held-state.js';
import { readStates } from '../changes/held-states.js';
import { decodeChange, type IncomingChange } from '../changes/incoming-change.js';
import { writeChunks } from '../feed/chunks/chunk-writer.js';
import { feedTimesOf, retainedChunks } from '../feed/chunks/retained-chunks.js';
import { writeHolds } from '../history/pieces/hold-writer.js';
import { retainedStays } from '../history/presence/retained-stays.js';
import { writeStays } from '../history/presence/stay-writer.js';
import { shortRowsSince, writeHistory } from '../history/rows/history-writer.js';
import { historyTimesOf, retainedLines } from '../history/rows/retained-rows.js';
import { anyErased, readErased } from '../objects/state-erasures.js';
import { commitChannel } from '../storage/commits/commit-listener.js';
import { type CommitSignal, slotOf } from '../storage/commits/commit-signal.js';
import { CONSUMER } from '../storage/consumer.js';
import { raiseFloors } from '../storage/feed-floors.js';
import type { PieceKeeper } from '../storage/piece-keeper.js';
import { schemaNow, writeTransaction } from '../storage/swap-lock.js';
import type { PartitionedTable } from '../storage/time-partitions.js';
import { writeErasures } from './erasure-writer.js';
import { type FoldedUnit, foldUnit, type MissingRevisions } from './fold-unit.js';
import { ownersIn, readStatesWithin, stretchesOf } from './large-units.js';
import { offsetsInLog } from './offsets-in-log.js';
import type { ProjectionMetrics } from './projection-metrics.js';
import { writeStates } from './unit-writer.js';

export interface ProjectorOptions {
  /** Pipelined. */
  pool: Pool;
  /** Name of the schema, and so of the channel that notifies other instances of commits. */
  schema: string;
  pieces: PieceKeeper;
  /** First available offset of each partition. */
  logStarts: () => Promise<ReadonlyMap<number, number>>;
  stateCacheObjects: number;
  metrics: ProjectionMetrics;
  logger: Logger;
  /** Absent in a rebuild, which has no readers yet. */
  signal?: CommitSignal;
  /** Bases for objects whose first events are missing; an object without a base has been erased. Only in a rebuild. */
  basesOf?: (externalIds: readonly string[]) => Promise<ReadonlyMap<string, ObjectState>>;
  /** Stores in the unit's transaction which revisions are missing in the log. Only in a rebuild. */
  noteMissing?: (client: PoolClient, missing: readonly MissingRevisions[]) => Promise<void>;
}

/** Most characters of objects that a unit has in memory at once; folding and writing takes about five times as much memory. */
const HELD_CHARACTERS = 16 * 1024 * 1024;
/**
 * Up to this many objects are read without checking their size: the longest state (object-rules/limits.ts), fully escaped,
 * has 1.6 million characters.
 */
const FEW_OBJECTS = 10;
const NO_BASES: ReadonlyMap<string, KeptObject> = new Map();

/**
 * Turns units of object.events into rows: offsets, states, history and feed in one transaction. Its statements are sent without
 * waiting for earlier ones (pipelined); all results are checked before the commit.
 */
export class Projector implements UnitProcessor {
  /** Cache of newest states of objects in the owned partitions. */
  private readonly states: RememberedJson;
  /** Whether any object of these partitions may be erased; until then, units skip the query for erasures. */
  private someErased = false;
  /** Time in milliseconds from which rows of the history are short. */
  private shortSince = Infinity;
  /** Identity of the schema that the last unit was written to. */
  private schema: number | undefined;
  private readonly tables: { history: PartitionedTable; presence: PartitionedTable; feed: PartitionedTable };

  constructor(private readonly options: ProjectorOptions) {
    this.states = new RememberedJson(options.stateCacheObjects);
    const find = (name: PartitionedTable['table']): PartitionedTable => options.pieces.tables.find(({ table }) => table === name)!;
    this.tables = { history: find('history'), presence: find('presence'), feed: find('feed_chunk') };
  }

  async assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    this.states.clear();
    this.someErased = await anyErased(this.options.pool);
    this.shortSince = await shortRowsSince(this.options.pool);
    const { offsets, moves } = await offsetsInLog({ ...this.options, first: 0 }, partitions);
    if (moves.length > 0)
      this.options.logger.warn(
        { moves },
        'The log of events no longer has its beginning; npm run rebuild takes older objects from object.state.',
      );
    return offsets;
  }

  async process(unit: UnitOfWork): Promise<void> {
    const { metrics } = this.options;
    const finished = metrics.unitSeconds.startTimer();
    try {
      const incoming = unit.batches.flatMap((batch) => batch.records.map(decodeChange));
      const folded = await this.commit(unit.batches, incoming);
      this.remember(folded);
      this.count(incoming, folded);
      this.wake(folded.fresh);
    } catch (error) {
      this.states.clear();
      this.options.pieces.forget();
      throw error;
    } finally {
      finished();
    }
  }

  /**
   * The commit waits for the disk: readers get cursors of what it wrote, and if a power cut took the unit and also the records that it came
   * from, those cursors would point past what is read again.
   */
  private async commit(batches: readonly PartitionBatch[], incoming: readonly IncomingChange[]): Promise<FoldedUnit> {
    const now = Date.now();
    await this.ensurePieces(incoming, now);
    return writeTransaction(this.options.pool, async (client) => {
      const [, folded] = await inOrder([this.takeOffsets(client, batches), this.foldAndWrite(client, incoming, now)]);
      return folded;
    });
  }

  /** @throws OwnershipLostError if another owner has moved the offsets, or after a swap */
  private async takeOffsets(client: PoolClient, batches: readonly PartitionBatch[]): Promise<void> {
    const [schema, advanced] = await inOrder([schemaNow(client), advanceOffsets(client, CONSUMER, batches.map(moveOf))]);
    this.stayIn(schema);
    if (!advanced) throw new OwnershipLostError('The offsets were moved by another owner.');
  }

  /**
   * Drops the cached states after a swap: the other schema may have different states at the same offsets.
   * @throws OwnershipLostError after a swap, so that the unit is read again
   */
  private stayIn(schema: number): void {
    const before = this.schema;
    this.schema = schema;
    if (before !== undefined && before !== schema)
      throw new OwnershipLostError('A rebuilt projection has taken the place of the one whose states are remembered.');
  }

  /** Writes everything except states. */
  private async writeRows(client: PoolClient, { fresh, erased, stays, missing }: FoldedUnit, now: number): Promise<void> {
    const { history, feed } = this.tables;
    const lines = fresh.map((incoming) => ({ incoming, line: changeLine(incoming) }));
    const { chunks, floors } = retainedChunks(lines, feed, now);
    await inOrder([
      writeHistory(client, retainedLines(lines, erased, history, now), now >= this.shortSince),
      writeStays(client, retainedStays(stays, erased, history, now)),
      writeChunks(client, chunks),
      raiseFloors(client, floors),
      writeHolds(client, fresh),
      this.options.noteMissing?.(client, missing) ?? Promise.resolve(),
      this.notify(client, fresh),
    ]);
  }

  /** Creates pieces outside the unit's transaction, since that takes a lock that must not be held for long. */
  private async ensurePieces(incoming: readonly IncomingChange[], now: number): Promise<void> {
    const history = historyTimesOf(incoming, this.tables.history, now);
    await this.options.pieces.ensure(this.tables.history, history);
    await this.options.pieces.ensure(this.tables.presence, history);
    await this.options.pieces.ensure(this.tables.feed, feedTimesOf(incoming, this.tables.feed, now));
  }

  /** Folds the changes and writes the rows: at once, or stretch by stretch if the objects are too large to be in memory together. */
  private async foldAndWrite(client: PoolClient, incoming: readonly IncomingChange[], now: number): Promise<FoldedUnit> {
    const held = await this.held(client, incoming);
    if (held) {
      const folded = foldUnit(incoming, held, await this.bases(incoming, held));
      await this.erase(client, folded.erased);
      // The states are sent first: Postgres writes them while the other rows are built.
      await inOrder([writeStates(client, folded.objects), this.writeRows(client, folded, now)]);
      return folded;
    }
    const folded = await this.foldAndWriteStretches(client, incoming);
    await this.writeRows(client, folded, now);
    return folded;
  }

  private async foldAndWriteStretches(client: PoolClient, incoming: readonly IncomingChange[]): Promise<FoldedUnit> {
    const erasures = new Map<string, ErasedObject>();
    const unit: FoldedUnit = { objects: [], erased: erasures, fresh: [], repeated: 0, gaps: [], missing: [], stays: [] };
    for (const stretch of await stretchesOf(client, incoming, HELD_CHARACTERS)) {
      const owners = ownersIn(stretch);
      // Their new states are not cached, since they would displace all others.
      for (const externalId of owners.keys()) this.states.forget(externalId);
      const held = await this.withErased(client, await readStates(client, owners), owners);
      const { objects, erased, fresh, repeated, gaps, missing, stays } = foldUnit(stretch, held, await this.bases(stretch, held));
      await this.erase(client, erased);
      await writeStates(client, objects);
      for (const [externalId, object] of erased) erasures.set(externalId, object);
      unit.fresh.push(...fresh);
      unit.repeated += repeated;
      unit.gaps.push(...gaps);
      unit.missing.push(...missing);
      unit.stays.push(...stays);
    }
    return unit;
  }

  /** The stored states of the objects in the changes; undefined if they are too large to be in memory at once. */
  private async held(client: PoolClient, incoming: readonly IncomingChange[]): Promise<Map<string, HeldState> | undefined> {
    const held = new Map<string, HeldState>();
    const unknown = new Map<string, string>();
    let room = HELD_CHARACTERS;
    for (const { change } of incoming) {
      const { externalId } = change;
      if (held.has(externalId) || unknown.has(externalId)) continue;
      const remembered = this.states.get(externalId);
      if (remembered === undefined) {
        unknown.set(externalId, change.workspace);
        continue;
      }
      room -= remembered.length;
      if (room < 0) return undefined;
      held.set(externalId, heldOf(JSON.parse(remembered) as ObjectState));
    }
    const read =
      unknown.size <= FEW_OBJECTS ? await readStates(client, unknown) : await readStatesWithin(client, inKeyOrder(unknown), room);
    if (!read) return undefined;
    for (const [externalId, state] of await this.withErased(client, read, unknown)) held.set(externalId, state);
    return held;
  }

  /** Adds the erased ones among the objects without a state. @param owners workspaces by externalId, of all objects of the query */
  private async withErased(
    client: PoolClient,
    read: Map<string, HeldState>,
    owners: ReadonlyMap<string, string>,
  ): Promise<Map<string, HeldState>> {
    if (!this.someErased || read.size === owners.size) return read;
    const erased = await readErased(client, new Map([...owners].filter(([externalId]) => !read.has(externalId))));
    for (const [externalId, state] of erased) read.set(externalId, state);
    return read;
  }

  /** Called before the states are written, since an object may be erased and created again in one unit. */
  private async erase(client: PoolClient, erased: Erasures): Promise<void> {
    if (erased.size === 0) return;
    this.someErased = true;
    await writeErasures(client, erased);
  }

  /** Caches the new states, except those whose `seen` differs from the state's revision (only in a rebuild). */
  private remember({ objects, erased }: FoldedUnit): void {
    for (const externalId of erased.keys()) this.states.forget(externalId);
    for (const { state, seen, json } of objects) {
      if (seen === state.revision) this.states.put(state.externalId, json);
      else this.states.forget(state.externalId);
    }
  }

  private async bases(incoming: readonly IncomingChange[], held: ReadonlyMap<string, HeldState>): Promise<ReadonlyMap<string, KeptObject>> {
    if (!this.options.basesOf) return NO_BASES;
    const begun = new Set<string>();
    const orphans = new Map<string, string>();
    for (const { change } of incoming) {
      if (held.has(change.externalId) || begun.has(change.externalId)) continue;
      if (change.revision === 1) begun.add(change.externalId);
      else orphans.set(change.externalId, change.workspace);
    }
    if (orphans.size === 0) return NO_BASES;
    const bases = new Map<string, KeptObject>(await this.options.basesOf([...orphans.keys()]));
    for (const [externalId, workspace] of orphans)
      if (!bases.has(externalId))
        bases.set(externalId, { externalId, workspace, revision: 0, erased: true, updatedAt: new Date().toISOString() });
    return bases;
  }

  private async notify(client: PoolClient, fresh: readonly IncomingChange[]): Promise<void> {
    if (!this.options.signal || fresh.length === 0) return;
    await client.query({
      name: 'notify',
      text: 'select pg_notify($1, $2)',
      values: [commitChannel(this.options.schema), [...slotsOf(fresh)].join(',')],
    });
  }

  private wake(fresh: readonly IncomingChange[]): void {
    this.options.signal?.wakeSlots(slotsOf(fresh));
  }

  private count(incoming: readonly IncomingChange[], folded: FoldedUnit): void {
    const { metrics, logger } = this.options;
    metrics.unitRecords.observe(incoming.length);
    metrics.changes.inc({ outcome: 'applied' }, folded.fresh.length);
    metrics.changes.inc({ outcome: 'repeated' }, folded.repeated);
    metrics.changes.inc({ outcome: 'gap' }, folded.gaps.length);
    const gap = folded.gaps[0];
    if (gap)
      logger.error(
        {
          gaps: folded.gaps.length,
          externalId: gap.change.externalId,
          revision: gap.change.revision,
          partition: gap.record.partition,
          offset: gap.record.offset,
        },
        'Revisions are missing before an event; it was applied.',
      );
  }
}

/** Sorted by key, so that neighbouring rows are read together. */
const inKeyOrder = (owners: ReadonlyMap<string, string>): Map<string, string> => new Map([...owners].sort(([a], [b]) => (a < b ? -1 : 1)));

const heldOf = (state: ObjectState): HeldState => ({ state, seen: state.revision });

function slotsOf(fresh: readonly IncomingChange[]): Set<number> {
  const workspaces = new Set(fresh.map(({ change }) => change.workspace));
  return new Set([...workspaces].map(slotOf));
}
