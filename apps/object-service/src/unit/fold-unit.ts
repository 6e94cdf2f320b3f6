import type { ElementOutcome } from '#contracts/outcome.js';
import { decide } from '#object-rules/decide.js';
import type { CommandContext, Decision } from '#object-rules/decision.js';
import type { ObjectState } from '#object-rules/object.js';
import type { ReceivedCommand } from '../commands/command-decoder.js';
import { operationKey } from './applied-operation.js';
import type { FoldedUnit, SerialisedChange } from './folded-unit.js';

/**
 * Folds the rules over the commands of a unit, in the order of the log. Pure.
 * @param loaded the objects that the commands name, as far as they exist
 * @param settled results (JSON) of operations that were applied before, by operationKey: not applied again, told again
 */
export function foldUnit(commands: readonly ReceivedCommand[], loaded: ReadonlyMap<string, ObjectState>, settled: ReadonlyMap<string, string>): FoldedUnit {
  const fold = new UnitFold(loaded, settled);
  for (const received of commands) fold.add(received);
  return fold.finish();
}

class UnitFold {
  private readonly written = new Map<string, { partition: number; state: ObjectState }>();
  private readonly results = new Map<string, string>();
  private readonly unit: FoldedUnit = { objects: [], operations: [], changes: new Map(), repeated: [] };

  constructor(
    private readonly loaded: ReadonlyMap<string, ObjectState>,
    private readonly settled: ReadonlyMap<string, string>,
  ) {}

  add({ partition, command }: ReceivedCommand): void {
    const { operationId, reply } = command;
    const key = operationKey(operationId, partition);
    const before = this.settled.get(key) ?? this.results.get(key);
    if (before !== undefined) {
      if (reply !== null) this.unit.repeated.push({ operationId, partition, results: before, reply });
      return;
    }
    const { workspace, total, partitions, refused } = command;
    const results = JSON.stringify(this.apply(partition, command));
    this.results.set(key, results);
    this.unit.operations.push({ operationId, partition, workspace, total, partitions, results, refused, reply });
  }

  private apply(partition: number, command: ReceivedCommand['command']): ElementOutcome[] {
    const { workspace, operationId, subject, receivedAt } = command;
    const changes = this.changesOf(partition);
    return command.elements.map(([index, element]): ElementOutcome => {
      const { externalId } = element;
      const current = this.written.get(externalId)?.state ?? this.loaded.get(externalId);
      const context: CommandContext = { workspace, operationId, index, subject, receivedAt };
      const decision = decide(current, element, context);
      if (!decision.applied) return [index, externalId, 'rejected', decision.code, decision.detail];
      this.written.set(externalId, { partition, state: decision.next });
      changes.push(serialised(decision));
      return [index, externalId, decision.kind === 'created' ? 'created' : 'updated', decision.next.revision, decision.stale];
    });
  }

  private changesOf(partition: number): SerialisedChange[] {
    let changes = this.unit.changes.get(partition);
    if (changes === undefined) this.unit.changes.set(partition, (changes = []));
    return changes;
  }

  /** An object that changed several times is written, and serialised, once. */
  finish(): FoldedUnit {
    for (const { partition, state } of this.written.values()) this.unit.objects.push({ partition, state, json: JSON.stringify(state) });
    return this.unit;
  }
}

function serialised({ kind, change }: Decision & { applied: true }): SerialisedChange {
  return { kind, change, json: JSON.stringify(change) };
}
