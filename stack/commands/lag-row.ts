import type { ConsumerLag } from '#kafka/lag/consumers-lag.js';

/** A line of the table of consumers. */
export function lagRow({ consumer, topic, partitions }: ConsumerLag): string[] {
  if (!partitions) return [consumer, topic, 'unknown', ''];
  const sum = partitions.reduce((total, { lag }) => total + lag, 0);
  const lagging = partitions.filter(({ lag }) => lag > 0);
  return [consumer, topic, `${sum} records`, lagging.map(({ partition, lag }) => `${partition}: ${lag}`).join(', ')];
}
