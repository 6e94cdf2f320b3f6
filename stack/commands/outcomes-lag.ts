const ANSWER_TIMEOUT_MS = 2_000;
const LAG = /^waymark_kafka_lag_records\{(?=[^}]*topic="([^"]*object\.outcomes)")(?=[^}]*partition="(\d+)")[^}]*\} (\d+)$/gm;

/**
 * The row of the gateway, which reads its outcomes in a group that ends with its process: how far behind it is, its own
 * metrics say.
 * @param address of the gateway, as it is reached from here
 */
export async function outcomesLag(address: string): Promise<string[]> {
  const answer = await fetch(`${address}/metrics`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(() => undefined);
  return outcomesRow(answer?.ok ? await answer.text() : '');
}

/** @param metrics Prometheus text; empty: the gateway does not answer */
export function outcomesRow(metrics: string): string[] {
  const partitions = [...metrics.matchAll(LAG)].map(([, , partition, lag]) => ({ partition, lag: Number(lag) }));
  if (partitions.length === 0) return ['gateway', 'object.outcomes', 'unknown', ''];
  const sum = partitions.reduce((total, { lag }) => total + lag, 0);
  return ['gateway', 'object.outcomes', `${sum} records`, partitions.filter(({ lag }) => lag > 0).map(({ partition, lag }) => `${partition}: ${lag}`).join(', ')];
}
