import type { CommandRecord } from '#contracts/command.js';
import { uuidV7 } from '#contracts/uuid-v7.js';
import { partitionOf } from '#kafka/partition.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { topicName } from '#kafka/topics.js';
import type { OwnedId } from './erasure-sql.js';

/** In the place of a token's `sub`: nobody asked for it by a call. */
const SUBJECT = 'workspace-erasure';

/** Commands as a gateway would write them, each record an operation of its own: nobody waits, and nobody looks it up. */
export function erasureCommands(objects: readonly OwnedId[], topicPrefix: string, partitions: number): OutgoingRecord[] {
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
      subject: SUBJECT,
      reply: null,
      partitions: [partition],
      total: group.length,
      elements: group.map((object, index) => [index, { op: 'erase', externalId: object.externalId }]),
    };
    return { topic: topicName(topicPrefix, 'object.commands'), partition, key: null, value: JSON.stringify(record) };
  });
}
