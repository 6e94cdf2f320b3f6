import { installationSecrets } from '../credentials/installation-credentials.js';
import { createDataFolder, dataFolder } from '../data-folder/data-folder.js';
import { probeAddress } from '../settings/probe-address.js';
import type { StackSettings } from '../settings/stack-settings.js';
import { InstallationDirectory } from './installation-directory.js';

/**
 * The directory of the installation that `npm start` runs, with the secrets in its data folder.
 * @param environment in a container of the directory service (docker compose), INTERNAL_TOKEN and PORT identify the directory instead
 */
export function reachDirectory(
  settings: Pick<StackSettings, 'data' | 'directoryPort'>,
  environment: NodeJS.ProcessEnv = {},
): InstallationDirectory {
  const { INTERNAL_TOKEN: internalToken, PORT: port = '8083' } = environment;
  if (internalToken !== undefined && internalToken !== '') return new InstallationDirectory(probeAddress(undefined, port), internalToken);
  const folder = dataFolder(settings.data);
  createDataFolder(folder);
  return new InstallationDirectory(probeAddress(undefined, settings.directoryPort), installationSecrets(folder).internalToken);
}
