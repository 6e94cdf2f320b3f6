import 'reflect-metadata';
import { KeySetError } from '#identity/key-set.js';
import { readSettings, SettingsError } from '#settings/settings.js';
import { ROOMS } from './app.js';
import { settings } from './config.js';
import { createGateway } from './gateway.js';
import { closeOnSignal } from './shutdown.js';

try {
  const config = readSettings(settings);
  const { app, logger, readiness } = await createGateway(config, ROOMS);
  closeOnSignal(app, readiness, logger, config.shutdownTimeoutMs);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The gateway listens.');
} catch (error) {
  const known = error instanceof SettingsError || error instanceof KeySetError;
  process.stderr.write(`${known ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
