import type { Command } from 'commander';
import type { KeptFilter } from '../running/replay.js';
import { moment } from './options.js';

export interface FilterOptions {
  source?: string;
  reason?: string;
  since?: number;
  until?: number;
}

/** Options that select quarantined messages and refused elements. */
export function withFilter(command: Command): Command {
  return command
    .option('--source <name>', 'only of this source')
    .option('--reason <reason>', 'only with this reason, as impossible-time, or this code of the gateway')
    .option('--since <time>', 'only what was kept apart since: a time, or how long ago, as 2h', moment)
    .option('--until <time>', 'only what was kept apart before', moment);
}

export function filterOf({ source, reason, since, until }: FilterOptions): KeptFilter {
  return {
    ...(source !== undefined && { source }),
    ...(reason !== undefined && { reason }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
}
