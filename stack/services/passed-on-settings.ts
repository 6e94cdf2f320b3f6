import { brokerSettings } from '#kafka/connection/broker-settings.js';
import { GIVE_UP_VARIABLE } from '#kafka/records/damaged-batches.js';
import type { SettingsSpec } from '#settings/settings.js';
import { settings as areaService } from '../../apps/area-service/src/configuration/config.js';
import { settings as directoryService } from '../../apps/directory-service/src/configuration/config.js';
import { settings as gateway } from '../../apps/gateway/src/configuration/config.js';
import { settings as objectService } from '../../apps/object-service/src/configuration/config.js';
import { settings as projectionService } from '../../apps/projection-service/src/configuration/config.js';
import { settings as reportService } from '../../apps/report-service/src/configuration/config.js';
import { settings as webhookService } from '../../apps/webhook-service/src/configuration/config.js';
import type { ServiceName } from './service-environment.js';

const SETTINGS: Readonly<Record<ServiceName, SettingsSpec>> = {
  'area-service': areaService,
  'directory-service': directoryService,
  gateway,
  'object-service': objectService,
  'projection-service': projectionService,
  'webhook-service': webhookService,
  'report-service': reportService,
};

/** Settings for other brokers: the installation's own one has neither TLS nor logins. */
const OF_OTHER_BROKERS: readonly string[] = Object.values(brokerSettings)
  .map(({ env }) => env)
  .filter((env) => env !== GIVE_UP_VARIABLE);

/**
 * The settings of a service in the caller's environment, so that `HISTORY_RETENTION_DAYS=30 npm start` works as documented. Settings of the
 * installation itself take precedence.
 */
export function passedOnSettings(service: ServiceName, environment: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.values(SETTINGS[service])
    .map(({ env }) => env)
    .filter((env) => !OF_OTHER_BROKERS.includes(env));
  return Object.fromEntries(names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));
}
