import { endOnSignal } from '#lifecycle/end-on-signal.js';
import { readSettings, SettingsError, type SettingsOf, type SettingsSpec } from '#settings/settings.js';
import { createService, type ServiceParts } from './create-service.js';
import type { ServiceConfig } from './settings.js';
import { UnitTransports } from './unit-transports.js';

export type ServiceDefinition<S extends SettingsSpec> = ServiceParts<SettingsOf<S> & ServiceConfig> & { settings: S };

/**
 * Runs a service until SIGTERM or SIGINT: first the HTTP server, so that its health is visible, then the steps of startup, and last the
 * consumers. Invalid settings and fatal errors end the process with code 1.
 */
export async function runService<S extends SettingsSpec>(service: ServiceDefinition<S>): Promise<void> {
  try {
    await run(service, readSettings(service.settings) as SettingsOf<S> & ServiceConfig);
  } catch (error) {
    process.stderr.write(`${error instanceof SettingsError ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  }
}

async function run<Config extends ServiceConfig>(service: ServiceParts<Config>, config: Config): Promise<void> {
  const { app, logger, startup, fatal } = await createService(service, config);
  endOnSignal(app, { stopping: () => startup.stop() }, logger, config.shutdownTimeoutMs);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The service is listening.');
  try {
    for (const strategy of app.get(UnitTransports).all) app.connectMicroservice({ strategy });
    await startup.run();
    if (!startup.stopping.aborted) await app.startAllMicroservices();
  } catch (error) {
    fatal(error as Error);
  }
}
