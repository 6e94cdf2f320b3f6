/**
 * A line of the table of consumers.
 * @param partitions those that it reads, with the records not yet processed; undefined: not known
 */
export function lagRow(consumer: string, topic: string, partitions: readonly { partition: number; lag: number }[] | undefined): string[] {
  if (!partitions) return [consumer, topic, 'unknown', ''];
  const sum = partitions.reduce((total, { lag }) => total + lag, 0);
  const behind = partitions.filter(({ lag }) => lag > 0);
  return [consumer, topic, `${sum} records`, behind.map(({ partition, lag }) => `${partition}: ${lag}`).join(', ')];
}
