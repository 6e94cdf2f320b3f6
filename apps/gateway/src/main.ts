import 'reflect-metadata';
import { readSettings } from '#settings/settings.js';
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
  console.error(error instanceof Error && error.name.endsWith('Error') && error.name !== 'Error' ? error.message : error);
  process.exit(1);
}
