import 'reflect-metadata';
import { readSettings } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';
import { settings } from '../config.js';
import { rebuild } from './rebuild.js';

/** Run with the environment of the projection service. `--check` compares only; exit code 2 when there are differences. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error('The rebuild was stopped; nothing was swapped.')));
const checkOnly = process.argv.includes('--check');
const say = (line: string): void => void process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
try {
  const config = readSettings(settings);
  const logger = createLogger({ service: 'projection-rebuild', instance: config.instanceId, level: config.logLevel === 'info' ? 'warn' : config.logLevel });
  const differences = await rebuild({ config, logger, checkOnly, say, signal: stopping.signal });
  for (const { table, key, what } of differences) say(`${table} ${key}: ${what}`);
  say(differences.length === 0 ? 'Row by row, both are the same.' : `${differences.length} rows differ (at most 1000 of each table are listed).`);
  process.exit(differences.length === 0 ? 0 : 2);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
