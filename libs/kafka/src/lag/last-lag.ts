import type { Registry } from 'prom-client';
import { lagGauge } from '../consuming/consumer-metrics.js';

/** The lag of this process by partition of a topic; undefined if it does not read the topic yet. */
export async function lastLag(registry: Registry, topic: string): Promise<{ partition: number; lag: number }[] | undefined> {
  const { values } = await lagGauge(registry).get();
  const partitions = values
    .filter(({ labels }) => labels.topic === topic)
    .map(({ labels, value }) => ({ partition: Number(labels.partition), lag: value }));
  return partitions.length === 0 ? undefined : partitions.sort((a, b) => a.partition - b.partition);
}
