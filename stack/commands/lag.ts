import { createKafka } from '#kafka/connection/connection.js';
import { type ConsumerLag, consumersLag } from '#kafka/lag/consumers-lag.js';
import { createLogger } from '#telemetry/logger.js';
import { table } from '#terminal/table.js';
import { brokerAnswers } from '../broker/api-versions-probe.js';
import { probeAddress } from '../settings/probe-address.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { lagRow } from './lag-row.js';
import { outcomesLag } from './outcomes-lag.js';

export const LAG_UNKNOWN = 'The lag of the consumers is not known: the broker does not answer.';

/** The lag of each consumer of the installation; undefined if its broker does not answer. */
export async function measureLag(settings: StackSettings): Promise<ConsumerLag[] | undefined> {
  if (!(await brokerAnswers(settings.brokerPort))) return undefined;
  const logger = createLogger({ service: 'status', instance: String(process.pid), level: 'silent' });
  const kafka = createKafka({ brokers: [`127.0.0.1:${settings.brokerPort}`], clientId: 'status', logger });
  return [...(await consumersLag(kafka, '')), await outcomesLag(probeAddress(settings.host, settings.port))];
}

export function lagTable(consumers: readonly ConsumerLag[]): string {
  return table([['consumer', 'topic', 'lag', 'by partition'], ...consumers.map(lagRow)]);
}
