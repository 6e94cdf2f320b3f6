import 'reflect-metadata';
import { readSettings } from '#settings/settings.js';
import { settings } from './config.js';
import { runService } from './service.js';

try {
  await runService(readSettings(settings));
} catch (error) {
  console.error(error instanceof Error && error.name === 'SettingsError' ? error.message : error);
  process.exit(1);
}
