import 'reflect-metadata';
import { readSettings, SettingsError } from '#settings/settings.js';
import { settings } from './config.js';
import { runService } from './service.js';

try {
  await runService(readSettings(settings));
} catch (error) {
  process.stderr.write(`${error instanceof SettingsError ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(1);
}
