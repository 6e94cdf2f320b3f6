import { installationSecrets, type StackSecrets } from '../credentials/installation-credentials.js';
import { createDataFolder, type DataFolder, dataFolder } from '../data-folder/data-folder.js';
import { databaseUrl } from '../database/database-command.js';
import type { Installation } from '../services/service-environment.js';
import { addressOf, type StackSettings, streetsFolder } from '../settings/stack-settings.js';

export interface StackInstallation {
  settings: StackSettings;
  folder: DataFolder;
  secrets: StackSecrets;
  services: Installation;
}

/**
 * Opens the data folder, and creates missing secrets. Share links have the gateway's own address, or APP_URL behind a proxy.
 */
export function openInstallation(settings: StackSettings, environment: NodeJS.ProcessEnv = process.env): StackInstallation {
  const folder = dataFolder(settings.data, settings.erasures);
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
      ports: {
        gateway: settings.port,
        'object-service': settings.objectServicePort,
        'projection-service': settings.projectionPort,
        'directory-service': settings.directoryPort,
        'webhook-service': settings.webhookPort,
        'report-service': settings.reportPort,
        'area-service': settings.areaServicePort,
      },
      gatewayHost: settings.host,
      appUrl: environment.APP_URL || addressOf(settings),
      streetsFolder: streetsFolder(settings),
      erasuresFile: folder.erasuresFile,
      logLevel: settings.logLevel,
      secrets,
    },
  };
}
