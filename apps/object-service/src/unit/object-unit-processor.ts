import type { Pool, PoolClient } from 'pg';
import { moveOf, recordMark } from '#kafka/records/record-mark.js';
import type { ConsumedRecord, OutgoingRecord, PartitionBatch, UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, PoisonError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import type { KeptObject } from '#object-rules/object.js';
import type { KeptOutbox } from '#postgres/kept-outbox.js';
import type { OffsetMove } from '#postgres/offsets.js';
import type { OutboxRow } from '#postgres/outbox-table.js';
import type { RememberedJson } from '#postgres/remembered-json.js';
import type { Tenure } from '#postgres/tenure.js';
import type { CommandDecoder, ReceivedCommand } from '../commands/command-decoder.js';
import { recogniseRepeated } from '../commands/repeated-keys.js';
import type { ErasureRecord } from '../erasing/erasure-record.js';
import type { KnownWorkspaces } from '../holds/workspace-holds.js';
import type { AllStates } from '../publishing/all-states.js';
import type { HeldOffsets } from '../publishing/held-offsets.js';
import { outboxPayload } from '../publishing/outbox-payload.js';
import type { OutgoingRecords, Reply } from '../publishing/outgoing-records.js';
import type { StatePublisher } from '../publishing/state-publisher.js';
import type { UnitPublisher } from '../publishing/unit-publisher.js';
import type { Room } from '../quotas/grant-rules.js';
import { LeaseLostError, type ObjectQuotas } from '../quotas/object-quotas.js';
import type { LeaseUse } from '../quotas/quota-sql.js';
import { loadObjects } from '../storage/load-objects.js';
import { readProgress } from '../storage/published-places.js';
import { wholeState } from '../storage/stored-state.js';
import { operationKey } from './applied-operation.js';
import { foldUnit } from './fold-unit.js';
import type { FoldedUnit, SerialisedObject } from './folded-unit.js';
import { LargeStates } from './large-states.js';
import { blamesRecord } from './record-fault.js';
import { type Stretch, stretchesOf } from './stretches.js';
import type { UnitMetrics } from './unit-metrics.js';
import { type LoadedObjects, loadObjectsWithin, loadSettled, sizesOfObjects } from './unit-sql.js';
import { writeStretches } from './write-stretches.js';
import { SettledBeforeError, writeUnit } from './write-unit.js';

const PUBLISHER_WAIT_MS = 30_000;
const LOAD_OBJECTS = 5000;
/** Most characters of objects that a unit has in memory at once; folding and writing takes about five times as much memory. */
const HELD_CHARACTERS = 16 * 1024 * 1024;
/**
 * Up to this many objects are loaded without checking their size: the longest state (object-rules/limits.ts), fully escaped,
 * has 1.6 million characters.
 */
const FEW_OBJECTS = 10;
/** Most characters of large objects that wait to be published; in UTF-8 they must fit into the producer's queue (MAX_QUEUED_BYTES). */
const WAITING_CHARACTERS = 16 * 1024 * 1024;

export interface ObjectUnitProcessorParts {
  pool: Pool;
  decoder: CommandDecoder;
  held: HeldOffsets;
  /** Cache of newest states of objects in the owned partitions. */
  objects: RememberedJson;
  units: UnitPublisher;
  tenure: Pick<Tenure, 'begin'>;
  outbox: KeptOutbox;
  states: StatePublisher;
  /** If absent, states are not published again after a broker was restored or replaced. */
  allStates?: Pick<AllStates, 'take'>;
  records: OutgoingRecords;
  metrics: UnitMetrics;
  /** If absent, no workspace is under a legal hold. */
  holds?: KnownWorkspaces & { known(): Promise<void> };
  /** If absent, no workspace has a limit of objects. */
  quotas?: ObjectQuotas;
  /** Takes newer states of these partitions from `object.state`, for when expired commands are missing on the log. */
  takeNewerStates?: (partitions: readonly number[]) => Promise<void>;
  /** If absent, erasures are not recorded. */
  erasures?: Pick<ErasureRecord, 'note'>;
}

/** One unit of work: decode, load, fold, commit, publish. */
export class ObjectUnitProcessor implements UnitProcessor {
  /** Serialises assignments, which read the offsets, and units, which move them. */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly largeStates = new LargeStates(WAITING_CHARACTERS);

  constructor(private readonly parts: ObjectUnitProcessorParts) {}

  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.inTurn(async () => {
      const { pool, held, objects, units, tenure, outbox, states } = this.parts;
      objects.clear();
      await units.idle(PUBLISHER_WAIT_MS);
      await outbox.note();
      const kept = await tenure.begin(partitions);
      for (const partition of partitions) if (!kept.has(partition)) held.forgetCollected(partition);
      // Offsets are read before the outbox: a later commit of a former owner makes our compare-and-set fail, and its earlier commits
      // are in the outbox by now. In the other order, its events could come after ours.
      const progress = await readProgress(pool, partitions);
      await outbox.take(partitions, progress);
      // After a broker's restart, the state publisher still has the states of all commands that this process has collected.
      const collected = held.collectedOffsets();
      const begin = new Map(
        [...progress].map(([partition, { nextOffset, stateWatermark }]) => [
          partition,
          Math.min(nextOffset, Math.max(stateWatermark, collected.get(partition) ?? 0)),
        ]),
      );
      held.assign(new Map([...progress].map(([partition, { nextOffset }]) => [partition, nextOffset])), begin);
      states.take(partitions, progress);
      this.parts.allStates?.take(partitions);
      return begin;
    });
  }

  missed(partitions: readonly number[]): Promise<void> {
    return this.inTurn(async () => {
      await this.parts.takeNewerStates?.(partitions);
      this.parts.objects.clear();
    });
  }

  process(unit: UnitOfWork): Promise<void> {
    return this.inTurn(() => this.apply(unit));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.turn.then(work);
    this.turn = result.catch(() => undefined);
    return result;
  }

  private async apply(unit: UnitOfWork): Promise<void> {
    const { held, units, states } = this.parts;
    await Promise.all([units.room(PUBLISHER_WAIT_MS), states.room()]);
    const { moves, commands: received, seenBefore } = this.sort(unit);
    const commands = await recogniseRepeated(this.parts.pool, received);
    if (commands.some(isErasure)) await this.parts.holds?.known();
    await this.settle(moves, commands, (error) => this.settleOneByOne(error, moves, commands));
    for (const { partition, command } of seenBefore) {
      for (const [, { externalId }] of command.elements) states.suspect(partition, externalId);
    }
    for (const { partition, nextOffset } of unit.batches) held.collect(partition, nextOffset);
  }

  /** @param refused called for a failure when nothing was committed, not for a failure after the commit */
  private async settle(
    moves: readonly OffsetMove[],
    commands: readonly ReceivedCommand[],
    refused: (error: unknown) => Promise<void>,
  ): Promise<void> {
    if (moves.length === 0) return;
    let folded: FoldedUnit;
    try {
      folded = await this.commit(moves, commands);
    } catch (error) {
      return refused(error);
    }
    this.publish(moves, folded);
    this.parts.metrics.count(folded);
    await this.publishStates(folded);
  }

  /**
   * Applies each record as a separate unit, after a failure that a single record can cause: the bad record is identified, and the
   * records before it are applied.
   * @throws PoisonError with the bad record; the given error if no record can be its cause
   */
  private async settleOneByOne(error: unknown, moves: readonly OffsetMove[], commands: readonly ReceivedCommand[]): Promise<void> {
    if (!blamesRecord(error)) throw error;
    const { held } = this.parts;
    for (const command of commands) {
      const { partition, record } = command;
      const from = held.committedOffset(partition) ?? record.offset;
      await this.settle([{ partition, from, to: record.offset + 1, record: recordMark(record) }], [command], (cause) => {
        throw blamesRecord(cause) ? new PoisonError(record, `The command cannot be applied: ${(cause as Error).message}`) : cause;
      });
    }
    const rest = moves.map((move) => ({ ...move, from: held.committedOffset(move.partition) ?? move.from }));
    await this.settle(
      rest.filter(({ from, to }) => to > from),
      [],
      (cause) => {
        throw cause;
      },
    );
  }

  /** Separates records to apply from those between the watermark and the offset, which are applied but whose states may be missing. */
  private sort(unit: UnitOfWork): { moves: OffsetMove[]; commands: ReceivedCommand[]; seenBefore: ReceivedCommand[] } {
    const moves: OffsetMove[] = [];
    const commands: ReceivedCommand[] = [];
    const seenBefore: ReceivedCommand[] = [];
    for (const batch of unit.batches) {
      const from = this.startOf(batch);
      if (batch.nextOffset > from) moves.push({ ...moveOf(batch), from });
      for (const record of batch.records) {
        if (record.offset >= from) commands.push(this.parts.decoder.decode(record));
        else seenBefore.push(...this.decodeAgain(record));
      }
    }
    return { moves, commands, seenBefore };
  }

  /** Decodes a record that was applied earlier. A bad record is skipped: it was set aside when it was first read. */
  private decodeAgain(record: ConsumedRecord): ReceivedCommand[] {
    try {
      return [this.parts.decoder.decode(record)];
    } catch (error) {
      if (error instanceof PoisonError) return [];
      throw error;
    }
  }

  /** @throws OwnershipLostError if records between the stored offset and this batch are missing, so that they are read again */
  private startOf({ partition, firstOffset }: PartitionBatch): number {
    const offset = this.parts.held.committedOffset(partition);
    if (offset === undefined) throw new Error(`Partition ${partition} was handed over without having been assigned.`);
    if (firstOffset > offset)
      throw new OwnershipLostError(`Partition ${partition} goes on at ${firstOffset}, but is stored up to ${offset}.`);
    return offset;
  }

  private async commit(moves: readonly OffsetMove[], commands: readonly ReceivedCommand[]): Promise<FoldedUnit> {
    const { held, objects, metrics } = this.parts;
    const loaded = await metrics.timed('load', () => this.load(commands));
    let settled: ReadonlyMap<string, string> = commands.some(({ repeats }) => repeats !== undefined)
      ? await this.settledBefore(commands)
      : new Map();
    let leaseLost = false;
    for (;;) {
      const unit = loaded && !leaseLost ? await this.fold(commands, loaded, settled) : undefined;
      if (unit === undefined) await this.parts.quotas?.ready();
      const stretches =
        unit === undefined ? stretchesOf(commands, await sizesOfObjects(this.parts.pool, [...namedIn(commands)]), HELD_CHARACTERS) : [];
      held.intend(moves);
      let done = false;
      try {
        const folded = await metrics.timed('write', () =>
          unit ? this.write(moves, unit.folded, unit.uses, loaded!.places) : this.writeStretches(moves, stretches, settled),
        );
        done = true;
        this.remember(folded);
        return folded;
      } catch (error) {
        if (error instanceof LeaseLostError && !leaseLost) {
          leaseLost = true;
          continue;
        }
        if (!(error instanceof SettledBeforeError)) throw error;
        const found = await this.settledBefore(commands);
        // Without a newly found settled operation, another attempt would fail in the same way.
        if (found.size === settled.size) throw error;
        settled = found;
      } finally {
        held.settle(moves, done);
        // Another process may have caused the failure, and may have changed the cached objects.
        if (!done) objects.clear();
        if (!done) this.parts.quotas?.forget();
      }
    }
  }

  private remember({ objects }: FoldedUnit): void {
    for (const { state, stored } of objects) {
      if (stored === undefined) this.parts.objects.forget(state.externalId);
      else this.parts.objects.put(state.externalId, stored);
    }
  }

  /** Loads the objects that the commands name; undefined if they are too large to be in memory at once. */
  private async load(commands: readonly ReceivedCommand[]): Promise<LoadedObjects | undefined> {
    const { pool, objects } = this.parts;
    const loaded: LoadedObjects = { objects: new Map(), places: new Map() };
    const missing = new Set<string>();
    let room = HELD_CHARACTERS;
    for (const { command } of commands) {
      for (const [, { externalId }] of command.elements) {
        if (loaded.objects.has(externalId) || missing.has(externalId)) continue;
        const remembered = objects.get(externalId);
        if (remembered === undefined) {
          missing.add(externalId);
          continue;
        }
        room -= remembered.length;
        if (room < 0) return undefined;
        loaded.objects.set(externalId, wholeState(JSON.parse(remembered) as KeptObject));
      }
    }
    // Sorted by key, so that neighbouring rows are read together.
    const ids = [...missing].sort();
    if (ids.length <= FEW_OBJECTS) {
      for (const [id, object] of await loadObjects(pool, ids)) loaded.objects.set(id, object);
      return loaded;
    }
    for (let i = 0; i < ids.length; i += LOAD_OBJECTS) {
      const part = await loadObjectsWithin(pool, ids.slice(i, i + LOAD_OBJECTS), room);
      room -= part.size;
      if (room < 0) return undefined;
      for (const [id, object] of part.objects) loaded.objects.set(id, object);
      for (const [id, place] of part.places) loaded.places.set(id, place);
    }
    return loaded;
  }

  /** Folds the commands; undefined if the transaction has to decide how many objects may be created. */
  private async fold(
    commands: readonly ReceivedCommand[],
    { objects }: LoadedObjects,
    settled: ReadonlyMap<string, string>,
  ): Promise<{ folded: FoldedUnit<SerialisedObject>; uses: readonly LeaseUse[] } | undefined> {
    const { holds, quotas } = this.parts;
    const rooms = new Map<string, Room>();
    for (;;) {
      const folded = foldUnit(commands, objects, settled, holds, rooms);
      if (quotas === undefined || folded.counts.length === 0) return { folded, uses: [] };
      const judgement = await quotas.judge(folded.counts);
      if (judgement.kind === 'exactly') return undefined;
      if (judgement.kind === 'uses') return { folded, uses: judgement.uses };
      // An id that was refused in a full workspace may be created in another one, so the fold starts again.
      for (const [workspace, room] of judgement.rooms) rooms.set(workspace, room);
    }
  }

  private async settledBefore(commands: readonly ReceivedCommand[]): Promise<Map<string, string>> {
    const operations = commands.flatMap(({ partition, command, repeats }) =>
      [command.operationId, ...(repeats === undefined ? [] : [repeats])].map((operationId) => ({ operationId, partition })),
    );
    const rows = await loadSettled(this.parts.pool, operations);
    return new Map(rows.map(({ operationId, partition, results }) => [operationKey(operationId, partition), results]));
  }

  private async write(
    moves: readonly OffsetMove[],
    folded: FoldedUnit<SerialisedObject>,
    uses: readonly LeaseUse[],
    places: ReadonlyMap<string, string>,
  ): Promise<FoldedUnit> {
    const { pool, quotas, erasures } = this.parts;
    erasures?.note(folded);
    const leases = quotas && uses.length > 0 ? { holder: quotas.holder, uses } : undefined;
    await writeUnit(pool, { moves, folded, places, outbox: outboxRows(moves, folded), leases });
    quotas?.used(uses);
    return folded;
  }

  private async writeStretches(
    moves: readonly OffsetMove[],
    stretches: readonly Stretch[],
    settled: ReadonlyMap<string, string>,
  ): Promise<FoldedUnit> {
    const { quotas, holds, pool, erasures } = this.parts;
    const roomsIn = quotas && ((client: PoolClient) => quotas.roomsIn(client, workspacesOf(stretches)));
    return writeStretches(pool, {
      moves,
      stretches,
      settled,
      known: holds,
      roomsIn,
      outboxOf: (folded) => (erasures?.note(folded), outboxRows(moves, folded)),
    });
  }

  private publish(moves: readonly OffsetMove[], { changes, operations, repeated }: FoldedUnit): void {
    const { records, units } = this.parts;
    const outgoing: OutgoingRecord[] = [];
    for (const [partition, each] of changes) for (const change of each) outgoing.push(records.event(partition, change));
    const replies: Reply[] = [...repeated];
    for (const { operationId, partition, results, reply } of operations)
      if (reply !== null) replies.push({ operationId, partition, results, reply });
    outgoing.push(...records.replies(replies));
    const outbox = moves
      .filter(({ partition }) => (changes.get(partition)?.length ?? 0) > 0)
      .map(({ partition, to }) => ({ partition, upto: to }));
    if (outgoing.length > 0) units.enqueue({ outbox, records: outgoing });
  }

  /** Publishes waiting large states before they exceed their limit. */
  private async publishStates({ objects }: FoldedUnit): Promise<void> {
    const { states } = this.parts;
    if (states.waiting === 0) this.largeStates.clear();
    for (const { partition, state, erased, stored, characters } of objects) {
      const { externalId, workspace, revision, updatedAt } = state;
      if (stored === undefined) states.changedUnheld(partition, externalId);
      else states.changed(partition, { externalId, workspace, revision, updatedAt, stored: erased ? null : stored });
      if (this.largeStates.add(externalId, characters)) continue;
      await states.flush();
      this.largeStates.clear();
    }
  }
}

function isErasure({ command }: ReceivedCommand): boolean {
  return command.elements.some(([, element]) => element.op === 'erase' || element.op === 'release-id');
}

/** Ids of the objects that the commands name. */
function namedIn(commands: readonly ReceivedCommand[]): Set<string> {
  return new Set(commands.flatMap(({ command }) => command.elements.map(([, { externalId }]) => externalId)));
}

function workspacesOf(stretches: readonly Stretch[]): Set<string> {
  return new Set(stretches.flatMap(({ pieces }) => pieces.map(({ received }) => received.command.workspace)));
}

function outboxRows(moves: readonly OffsetMove[], { changes }: FoldedUnit): OutboxRow[] {
  const rows: OutboxRow[] = [];
  for (const { partition, to } of moves) {
    const each = changes.get(partition);
    if (each && each.length > 0) rows.push({ partition, upto: to, payload: outboxPayload(each), events: each.length });
  }
  return rows;
}
