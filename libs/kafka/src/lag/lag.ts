import type { Admin } from '#kafka-client';

export interface PartitionLag {
  partition: number;
  /** Next offset that the group will read, as last committed to Kafka. */
  committed: number;
  /** Offset that the next record will get. */
  end: number;
  /** Records not yet processed, at most a second old (commits to Kafka are only for show). */
  lag: number;
}

/** How far a group is behind, by partition; a partition without a commit counts from the log's beginning. */
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
