import 'reflect-metadata';
import { readSettings } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';
import { settings } from '../configuration/config.js';
import { groupLine, groupsOf } from './found-groups.js';
import type { RebuildMode } from './rebuild-work.js';
import { rebuild } from './rebuild.js';

/**
 * Runs with the environment of the projection service. `--check` only compares, `--accept-differences` swaps in spite of differences, and
 * `--undo` swaps back the projection that the last rebuild replaced. Exit code 2: rows differ, and nothing was swapped.
 */
const MODES: Readonly<Record<string, RebuildMode>> = { '--check': 'check', '--accept-differences': 'accept', '--undo': 'undo' };
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new Error('The rebuild was stopped; nothing was swapped.')));
const report = (line: string): void => void process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  ${line}\n`);
try {
  const [option, ...more] = process.argv.slice(2);
  const mode = option === undefined ? 'build' : MODES[option];
  if (mode === undefined || more.length > 0) throw new Error(`Usage: rebuild [${Object.keys(MODES).join(' | ')}]`);
  const config = readSettings(settings);
  const logger = createLogger({
    service: 'projection-rebuild',
    instance: config.instanceId,
    level: config.logLevel === 'info' ? 'warn' : config.logLevel,
  });
  const { status, differences } = await rebuild({ config, logger, mode, report, signal: stopping.signal });
  for (const group of groupsOf(differences)) report(groupLine(group));
  if (status !== 'undone')
    report(
      differences.length === 0
        ? 'Row by row, both are the same.'
        : `${differences.length} rows differ (at most 1000 of each table are counted).`,
    );
  process.exit(status === 'refused' || (status === 'differs' && mode === 'check') ? 2 : 0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
