import type { ConsumerLag } from '#kafka/lag/consumers-lag.js';

const ANSWER_TIMEOUT_MS = 2_000;
const LAG = /^waymark_kafka_lag_records\{(?=[^}]*topic="[^"]*object\.outcomes")(?=[^}]*partition="(\d+)")[^}]*\} (\d+)$/gm;

/**
 * The lag of the gateway's outcomes, from its own metrics, since its group ends with its process.
 * @param address of the gateway, as reached from here
 * @param metricsToken METRICS_TOKEN of the gateway, if set
 */
export async function outcomesLag(address: string, metricsToken = process.env.METRICS_TOKEN): Promise<ConsumerLag> {
  const headers: Record<string, string> = metricsToken ? { authorization: `Bearer ${metricsToken}` } : {};
  const answer = await fetch(`${address}/metrics`, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) }).catch(() => undefined);
  return outcomesLagIn(answer?.ok ? await answer.text() : '');
}

/** @param metrics Prometheus text; empty if the gateway does not answer */
export function outcomesLagIn(metrics: string): ConsumerLag {
  const partitions = [...metrics.matchAll(LAG)].map(([, partition, lag]) => ({ partition: Number(partition), lag: Number(lag) }));
  return { consumer: 'gateway', topic: 'object.outcomes', partitions: partitions.length === 0 ? undefined : partitions };
}
