import type { BrokerAccess } from '#kafka/connection/broker-access.js';
import { brokerAccess, brokerSettings } from '#kafka/connection/broker-settings.js';
import { readSettings } from '#settings/settings.js';
import { readStackSettings } from '../settings/stack-settings.js';

/**
 * The named brokers, with KAFKA_TLS and the related settings; by default the one that `npm start` runs.
 * @throws SettingsError
 */
export function chosenBrokers(named: string | undefined): BrokerAccess {
  if (!named) return { brokers: [`127.0.0.1:${readStackSettings().brokerPort}`] };
  return brokerAccess(readSettings(brokerSettings, { ...process.env, [brokerSettings.kafkaBrokers.env]: named }));
}
