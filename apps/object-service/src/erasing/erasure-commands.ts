import type { CommandRecord } from '#contracts/command.js';
import { uuidV7 } from '#contracts/uuid-v7.js';
import { partitionOf } from '#kafka/records/partition.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import type { OwnedId } from './erasure-sql.js';

/** Subject of an erasure that no call requested, in place of a token's `sub`. */
export type ErasureSubject = 'workspace-erasure' | 'retention' | 'restore';

/** An object to erase; with a revision, only if it still has that revision. */
export interface ObjectToErase extends OwnedId {
  revision?: number;
}

export interface ErasureTarget {
  topicPrefix: string;
  partitions: number;
}

/** Commands in the format of gateways. Each record is a separate operation, since nobody waits for its outcome. */
export function erasureCommands(
  objects: readonly ObjectToErase[],
  subject: ErasureSubject,
  { topicPrefix, partitions }: ErasureTarget,
): OutgoingRecord[] {
  const now = Date.now();
  const groups = Map.groupBy(objects, ({ externalId, workspace }) => `${partitionOf(externalId, partitions)} ${workspace}`);
  return [...groups.values()].map((group) => {
    const { externalId, workspace } = group[0]!;
    const partition = partitionOf(externalId, partitions);
    const record: CommandRecord = {
      v: 1,
      operationId: uuidV7(now),
      workspace,
      receivedAt: new Date(now).toISOString(),
      subject,
      reply: null,
      partitions: [partition],
      total: group.length,
      elements: group.map((object, index) => [index, { op: 'erase', externalId: object.externalId, ifRevision: object.revision }]),
    };
    return { topic: topicName(topicPrefix, 'object.commands'), partition, key: null, value: JSON.stringify(record) };
  });
}
