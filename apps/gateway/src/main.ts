import 'reflect-metadata';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { readSettings, SettingsError } from '#settings/settings.js';
import { ROOMS } from './app.js';
import { settings } from './configuration/config.js';
import { createGateway } from './gateway.js';
import { closeOnSignal } from './shutdown.js';

try {
  const config = readSettings(settings);
  const { app, logger, readiness } = await createGateway(config, ROOMS, new DirectoryCopy());
  closeOnSignal(app, readiness, logger, config.shutdownTimeoutMs);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The gateway listens.');
} catch (error) {
  process.stderr.write(`${error instanceof SettingsError ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
