import type { ConsumerLag } from '#kafka/lag/consumers-lag.js';

const ANSWER_TIMEOUT_MS = 2_000;
const LAG = /^waymark_kafka_lag_records\{(?=[^}]*topic="[^"]*object\.outcomes")(?=[^}]*partition="(\d+)")[^}]*\} (\d+)$/gm;

/**
 * Of the gateway, which reads its outcomes in a group that ends with its process: how far behind it is, its own metrics say.
 * @param address of the gateway, as it is reached from here
 * @param metricsToken METRICS_TOKEN of the gateway, where it has one
 */
export async function outcomesLag(address: string, metricsToken = process.env.METRICS_TOKEN): Promise<ConsumerLag> {
  const headers: Record<string, string> = metricsToken ? { authorization: `Bearer ${metricsToken}` } : {};
  const answer = await fetch(`${address}/metrics`, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(() => undefined);
  return outcomesLagIn(answer?.ok ? await answer.text() : '');
}

/** @param metrics Prometheus text; empty: the gateway does not answer */
export function outcomesLagIn(metrics: string): ConsumerLag {
  const partitions = [...metrics.matchAll(LAG)].map(([, partition, lag]) => ({ partition: Number(partition), lag: Number(lag) }));
  return { consumer: 'gateway', topic: 'object.outcomes', partitions: partitions.length === 0 ? undefined : partitions };
}
