import { COMMAND_KEY_HEADER, type CommandKey, commandKeyText } from '#contracts/command-key.js';
import type { CommandRecord, RefusedElement } from '#contracts/command.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { ObjectCommand } from '#object-rules/command.js';

/** A checked call, ready to be published. */
export interface Operation {
  operationId: string;
  workspace: string;
  subject: string;
  /** Milliseconds since the epoch. Taken from the operation's id, so that a repetition has the same time. */
  receivedAt: number;
  total: number;
  commands: [index: number, command: ObjectCommand][];
  refused: RefusedElement[];
  /** The object types that the token is narrowed to; undefined if it is not narrowed by type. */
  objectTypes?: readonly string[];
  /** The call's Idempotency-Key, if it had one. */
  key?: CommandKey;
}

export interface CommandRecords {
  partitions: number[];
  records: OutgoingRecord[];
}

/** One record for each partition of the ids; the one of the lowest partition contains the refused elements. */
export function commandRecords(operation: Operation, topic: string, partitionCount: number, reply: number | null): CommandRecords {
  const groups = new Map<number, CommandRecord['elements']>();
  for (const command of operation.commands) {
    const partition = partitionOf(command[1].externalId, partitionCount);
    const group = groups.get(partition);
    if (group === undefined) groups.set(partition, [command]);
    else group.push(command);
  }
  const partitions = [...groups.keys()].sort((a, b) => a - b);
  const receivedAt = new Date(operation.receivedAt).toISOString();
  const records = partitions.map((partition, at): OutgoingRecord => {
    const record: CommandRecord = {
      v: 1,
      operationId: operation.operationId,
      workspace: operation.workspace,
      receivedAt,
      subject: operation.subject,
      reply,
      partitions,
      total: operation.total,
      refused: at === 0 && operation.refused.length > 0 ? operation.refused : undefined,
      objectTypes: operation.objectTypes as string[] | undefined,
      elements: groups.get(partition)!,
    };
    return {
      topic,
      partition,
      key: null,
      value: JSON.stringify(record),
      ...(operation.key && { headers: { [COMMAND_KEY_HEADER]: commandKeyText(operation.key) } }),
    };
  });
  return { partitions, records };
}
