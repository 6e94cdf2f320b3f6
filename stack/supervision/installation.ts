import { installationSecrets, signingKey, type StackSecrets } from '../credentials/installation-credentials.js';
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

/** Opens the data folder: secrets and keys are made when they are not there. */
export async function openInstallation(settings: StackSettings): Promise<StackInstallation> {
  const folder = dataFolder(settings.data);
  createDataFolder(folder);
  const secrets = installationSecrets(folder);
  await signingKey(folder);
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
      schemas: { objects: 'objects', projection: 'projection' },
      ports: { gateway: settings.port, 'object-service': settings.objectServicePort, 'projection-service': settings.projectionPort },
      gatewayHost: settings.host,
      logLevel: settings.logLevel,
      secrets,
      tokenKeysFile: folder.tokenKeysFile,
    },
  };
}
