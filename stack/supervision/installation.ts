import { installationSecrets, type StackSecrets } from '../credentials/installation-credentials.js';
import { createDataFolder, dataFolder, type DataFolder } from '../data-folder.js';
import { databaseUrl } from '../database/database-command.js';
import type { Installation } from '../services/service-environment.js';
import type { StackSettings } from '../stack-settings.js';

export interface StackInstallation {
  settings: StackSettings;
  folder: DataFolder;
  secrets: StackSecrets;
  services: Installation;
}

/** Opens the data folder: secrets are made when they are not there. */
export function openInstallation(settings: StackSettings): StackInstallation {
  const folder = dataFolder(settings.data);
  createDataFolder(folder);
  const secrets = installationSecrets(folder);
  return {
    settings,
    folder,
    secrets,
    services: {
      brokers: [`127.0.0.1:${settings.brokerPort}`],
      topicPrefix: '',
      objectPartitions: settings.objectPartitions,
      replyPartitions: settings.replyPartitions,
      databaseUrl: databaseUrl({ port: settings.databasePort, password: secrets.databasePassword }),
      schemas: { objects: 'objects', projection: 'projection', directory: 'directory', webhook: 'webhook', report: 'report', area: 'area' },
      ports: { gateway: settings.port, 'object-service': settings.objectServicePort, 'projection-service': settings.projectionPort, 'directory-service': settings.directoryPort, 'webhook-service': settings.webhookPort, 'report-service': settings.reportPort, 'area-service': settings.areaServicePort },
      gatewayHost: settings.host,
      logLevel: settings.logLevel,
      secrets,
    },
  };
}
