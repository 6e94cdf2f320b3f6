import type { CommandRecord } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import { decide } from '#object-rules/decide.js';
import type { CommandContext, Decision } from '#object-rules/decision.js';
import { isErased, type KeptObject } from '#object-rules/object.js';
import type { ReceivedCommand } from '../commands/command-decoder.js';
import { operationKey } from './applied-operation.js';
import type { FoldedUnit, SerialisedChange, SerialisedObject } from './folded-unit.js';

/** Whether a workspace is under a legal hold as a whole, by its id. */
export type IsHeld = (workspace: string) => boolean | 'unknown';

/**
 * Folds the rules over the commands of a unit, in the order of the log. Pure.
 * @param loaded the objects that the commands name, as far as they exist or existed
 * @param settled results (JSON) of operations that were applied before, by operationKey: not applied again, told again
 * @param isHeld whether a workspace is under a legal hold as a whole
 */
export function foldUnit(commands: readonly ReceivedCommand[], loaded: ReadonlyMap<string, KeptObject>, settled: ReadonlyMap<string, string>, isHeld?: IsHeld): FoldedUnit<SerialisedObject> {
  const fold = new UnitFold(settled, isHeld);
  fold.hold(loaded);
  for (const received of commands) fold.add(received, received.command.elements, true);
  return fold.finish();
}

/** A fold under way: of a unit whose objects are too large to be held at once, stretch by stretch. */
export class UnitFold {
  private loaded: ReadonlyMap<string, KeptObject> = new Map();
  private readonly written = new Map<string, { partition: number; state: KeptObject; isNew: boolean }>();
  private readonly results = new Map<string, string>();
  /** Outcomes of the command that has begun and not ended. */
  private outcomes: ElementOutcome[] = [];
  private readonly unit: FoldedUnit<SerialisedObject> = { objects: [], operations: [], changes: new Map(), repeated: [] };

  constructor(
    private readonly settled: ReadonlyMap<string, string>,
    private readonly isHeld: IsHeld = () => false,
  ) {}

  /** The objects that the next elements name; those from before are let go. */
  hold(loaded: ReadonlyMap<string, KeptObject>): void {
    this.loaded = loaded;
  }

  /** @param elements those of the command's that come next @param ends whether no more of it follow */
  add({ partition, command }: ReceivedCommand, elements: CommandRecord['elements'], ends: boolean): void {
    const { operationId, reply } = command;
    const key = operationKey(operationId, partition);
    const before = this.settled.get(key) ?? this.results.get(key);
    if (before !== undefined) {
      if (ends && reply !== null) this.unit.repeated.push({ operationId, partition, results: before, reply });
      return;
    }
    const outcomes = this.apply(partition, command, elements);
    this.outcomes = this.outcomes.length === 0 ? outcomes : this.outcomes.concat(outcomes);
    if (!ends) return;
    const { workspace, total, partitions, refused } = command;
    const results = JSON.stringify(this.outcomes);
    this.outcomes = [];
    this.results.set(key, results);
    this.unit.operations.push({ operationId, partition, workspace, total, partitions, results, refused, reply });
  }

  private apply(partition: number, command: CommandRecord, elements: CommandRecord['elements']): ElementOutcome[] {
    const { workspace, operationId, subject, receivedAt, objectTypes } = command;
    const changes = this.changesOf(partition);
    const workspaceHeld = this.isHeld(workspace);
    return elements.map(([index, element]): ElementOutcome => {
      const { externalId } = element;
      const written = this.written.get(externalId);
      const current = written?.state ?? this.loaded.get(externalId);
      const context: CommandContext = { workspace, operationId, index, subject, receivedAt, objectTypes, workspaceHeld };
      const decision = decide(current, element, context);
      if (!decision.applied) return [index, externalId, 'rejected', decision.code, decision.detail];
      this.written.set(externalId, { partition, state: decision.next, isNew: written?.isNew ?? current === undefined });
      changes.push(serialised(decision));
      return [index, externalId, decision.kind === 'created' ? 'created' : 'updated', decision.next.revision, decision.stale];
    });
  }

  private changesOf(partition: number): SerialisedChange[] {
    let changes = this.unit.changes.get(partition);
    if (changes === undefined) this.unit.changes.set(partition, (changes = []));
    return changes;
  }

  /** The objects that have changed since they were taken last, each once. Whoever takes them writes them. */
  takeObjects(): SerialisedObject[] {
    const objects: SerialisedObject[] = [];
    for (const { partition, state, isNew } of this.written.values()) {
      const json = JSON.stringify(state);
      objects.push({ partition, state, erased: isErased(state), json, characters: json.length, isNew });
    }
    this.written.clear();
    return objects;
  }

  /** An object that changed several times is written, and serialised, once. */
  finish(): FoldedUnit<SerialisedObject> {
    this.unit.objects = this.takeObjects();
    return this.unit;
  }
}

function serialised({ kind, change }: Decision & { applied: true }): SerialisedChange {
  return { kind, change, json: JSON.stringify(change) };
}
