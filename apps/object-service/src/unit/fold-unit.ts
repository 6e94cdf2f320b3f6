import type { CommandRecord } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { decide } from '#object-rules/decide.js';
import type { CommandContext, Decision } from '#object-rules/decision.js';
import { ELEMENT_CODES, type PlaceCode } from '#object-rules/element-codes.js';
import { isErased, type KeptObject, liveObject } from '#object-rules/object.js';
import type { ReceivedCommand } from '../commands/command-decoder.js';
import type { KnownWorkspaces } from '../holds/workspace-holds.js';
import type { SerialisedChange } from '../publishing/outbox-payload.js';
import type { Room } from '../quotas/grant-rules.js';
import type { CountedObjects } from '../quotas/quota-sql.js';
import { storedState } from '../storage/stored-state.js';
import { operationKey } from './applied-operation.js';
import type { FoldedUnit, SerialisedObject } from './folded-unit.js';

const NOTHING_KNOWN: KnownWorkspaces = { isHeld: () => false, isMoved: () => false };

/**
 * Applies the rules to the commands of a unit, in the order of the log. Pure.
 * @param loaded the objects that the commands name, if they exist or existed
 * @param settled results (JSON) of operations that were applied earlier, by operationKey; they are only reported again
 * @param known workspaces under a legal hold, and moved workspaces
 * @param rooms how many objects may be created, for workspaces with a limit
 */
export function foldUnit(
  commands: readonly ReceivedCommand[],
  loaded: ReadonlyMap<string, KeptObject>,
  settled: ReadonlyMap<string, string>,
  known?: KnownWorkspaces,
  rooms?: ReadonlyMap<string, Room>,
): FoldedUnit<SerialisedObject> {
  const fold = new UnitFold(settled, known, rooms);
  fold.hold(loaded);
  for (const received of commands) fold.add(received, received.command.elements, true);
  return fold.finish();
}

/** A fold in progress, for units whose objects are too large to be in memory at once: they are folded stretch by stretch. */
export class UnitFold {
  private loaded: ReadonlyMap<string, KeptObject> = new Map();
  private readonly written = new Map<string, { partition: number; state: KeptObject; before: KeptObject | undefined }>();
  private readonly results = new Map<string, string>();
  /** Outcomes of the current command. */
  private outcomes: ElementOutcome[] = [];
  private readonly unit: FoldedUnit<SerialisedObject> = { objects: [], operations: [], changes: new Map(), repeated: [], counts: [] };
  private readonly counts = new Map<string, CountedObjects & { changes: Map<string, number> }>();
  /** Number of objects created in workspaces with a limit. */
  private readonly created = new Map<string, number>();

  constructor(
    private readonly settled: ReadonlyMap<string, string>,
    private readonly known: KnownWorkspaces = NOTHING_KNOWN,
    private readonly rooms: ReadonlyMap<string, Room> = new Map(),
  ) {}

  /** Replaces the objects in memory by those that the next elements name. */
  hold(loaded: ReadonlyMap<string, KeptObject>): void {
    this.loaded = loaded;
  }

  /** @param elements the next elements of the command @param ends whether these include the last one */
  add({ partition, command, repeats }: ReceivedCommand, elements: CommandRecord['elements'], ends: boolean): void {
    const { operationId, reply } = command;
    const before = this.resultsOf(operationId, partition);
    if (before !== undefined) {
      if (ends && reply !== null) this.unit.repeated.push({ operationId, partition, results: before, reply });
      return;
    }
    const first = repeats === undefined ? undefined : this.resultsOf(repeats, partition);
    if (first !== undefined) {
      if (ends) this.settle(partition, command, first);
      return;
    }
    const outcomes = this.apply(partition, command, elements);
    this.outcomes = this.outcomes.length === 0 ? outcomes : this.outcomes.concat(outcomes);
    if (!ends) return;
    const results = JSON.stringify(this.outcomes);
    this.outcomes = [];
    this.settle(partition, command, results);
  }

  private resultsOf(operationId: string, partition: number): string | undefined {
    const key = operationKey(operationId, partition);
    return this.settled.get(key) ?? this.results.get(key);
  }

  private settle(partition: number, { operationId, workspace, total, partitions, refused, reply }: CommandRecord, results: string): void {
    this.results.set(operationKey(operationId, partition), results);
    this.unit.operations.push({ operationId, partition, workspace, total, partitions, results, refused, reply });
  }

  private apply(partition: number, command: CommandRecord, elements: CommandRecord['elements']): ElementOutcome[] {
    const { workspace, operationId, subject, receivedAt, objectTypes } = command;
    const changes = this.changesOf(partition);
    const workspaceHeld = this.known.isHeld(workspace);
    const isMoved = this.known.isMoved(workspace);
    return elements.map(([index, element]): ElementOutcome => {
      const { externalId } = element;
      if (isMoved && element.op !== 'erase') return [index, externalId, 'rejected', 'workspace-moved', ELEMENT_CODES['workspace-moved']];
      const written = this.written.get(externalId);
      const current = written?.state ?? this.loaded.get(externalId);
      const noPlace = liveObject(current) === undefined ? this.noPlace(workspace) : undefined;
      const context: CommandContext = { workspace, operationId, index, subject, receivedAt, objectTypes, workspaceHeld, noPlace };
      const decision = decide(current, element, context);
      if (!decision.applied) return [index, externalId, 'rejected', decision.code, decision.detail];
      if (decision.kind === 'created' || decision.kind === 'erased') this.count(partition, current, decision);
      this.written.set(externalId, { partition, state: decision.next, before: written === undefined ? current : written.before });
      changes.push(serialised(decision));
      return [index, externalId, decision.kind === 'created' ? 'created' : 'updated', decision.next.revision, decision.stale];
    });
  }

  private noPlace(workspace: string): PlaceCode | undefined {
    const room = this.rooms.get(workspace);
    return room !== undefined && (this.created.get(workspace) ?? 0) >= room.places ? room.code : undefined;
  }

  private count(
    partition: number,
    current: KeptObject | undefined,
    { kind, next, change: { workspace } }: Decision & { applied: true },
  ): void {
    const key = `${partition} ${workspace}`;
    let count = this.counts.get(key);
    if (count === undefined) this.counts.set(key, (count = { workspace, partition, created: 0, erased: 0, changes: new Map() }));
    const change = kind === 'created' ? 1 : liveObject(current) !== undefined ? -1 : 0;
    if (change !== 0) count.changes.set(next.externalId, (count.changes.get(next.externalId) ?? 0) + change);
    if (kind === 'created') {
      count.created += 1;
      if (this.rooms.has(workspace)) this.created.set(workspace, (this.created.get(workspace) ?? 0) + 1);
    } else if (change < 0) count.erased += 1;
  }

  private changesOf(partition: number): SerialisedChange[] {
    let changes = this.unit.changes.get(partition);
    if (changes === undefined) this.unit.changes.set(partition, (changes = []));
    return changes;
  }

  /** The objects that have changed since the last call, each once. The caller has to write them. */
  takeObjects(): SerialisedObject[] {
    const objects: SerialisedObject[] = [];
    for (const { partition, state, before } of this.written.values()) {
      const stored = storedState(state);
      const object: SerialisedObject = {
        partition,
        state,
        erased: isErased(state),
        stored,
        characters: stored.length,
        isNew: before === undefined,
      };
      if (before !== undefined && before.workspace !== state.workspace) object.formerOwner = before.workspace;
      objects.push(object);
    }
    this.written.clear();
    return objects;
  }

  /** Ends the fold. An object that changed several times is serialised and written once. */
  finish(): FoldedUnit<SerialisedObject> {
    this.unit.objects = this.takeObjects();
    this.unit.counts = [...this.counts.values()];
    return this.unit;
  }
}

function serialised({ kind, change }: Decision & { applied: true }): SerialisedChange {
  return { kind, change, json: JSON.stringify(change) };
}
