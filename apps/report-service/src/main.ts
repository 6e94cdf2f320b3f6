import 'reflect-metadata';
import { runUntilSignal } from '#lifecycle/run-until-signal.js';
import { readSettings } from '#settings/settings.js';
import { settings } from './config.js';
import { ReportService } from './report-service.js';

try {
  const config = readSettings(settings);
  await runUntilSignal((onFatal) => new ReportService(config, onFatal));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.name === 'SettingsError' ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
}
