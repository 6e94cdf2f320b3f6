import type { Admin } from '#kafka-client';

export interface PartitionLag {
  partition: number;
  /** The group's next offset, as last committed to Kafka. */
  committed: number;
  /** Offset of the next record to be written. */
  end: number;
  /** Number of unprocessed records. May be a second old, since commits to Kafka are only for display. */
  lag: number;
}

/** The lag of a group by partition; a partition without a commit counts from the beginning of its log. */
export async function consumerLag(admin: Admin, group: string, topic: string): Promise<PartitionLag[]> {
  const [ends, groups] = await Promise.all([admin.fetchTopicOffsets(topic), admin.fetchOffsets({ groupId: group, topics: [topic] })]);
  const committed = new Map((groups[0]?.partitions ?? []).map(({ partition, offset }) => [partition, Number(offset)]));
  return ends
    .map(({ partition, high, low }) => {
      const known = committed.get(partition) ?? -1;
      const from = known < 0 ? Number(low) : known;
      return { partition, committed: from, end: Number(high), lag: Math.max(0, Number(high) - from) };
    })
    .sort((a, b) => a.partition - b.partition);
}
