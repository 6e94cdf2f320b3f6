import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import type { Difference } from './difference.js';
import type { KeptSchemas } from './kept-schemas.js';
import type { RunStatus } from './rebuild-runs.js';

/**
 * `build`: build and swap, unless something differs. `check`: build and compare, then drop the new one. `accept`: swap in spite of
 * differences, with the refused projection from before if it still exists. `undo`: swap back what the last swap has replaced.
 */
export type RebuildMode = 'build' | 'check' | 'accept' | 'undo';

export interface RebuildOptions {
  config: Config;
  logger: Logger;
  mode: RebuildMode;
  /** Called with its progress, a line at a time. */
  say: (line: string) => void;
  /** Aborted when it has to give up. */
  signal?: AbortSignal;
}

export interface RebuildEnd {
  status: Extract<RunStatus, 'same' | 'differs' | 'refused' | 'undone'>;
  differences: Difference[];
}

export interface RebuildWork extends RebuildOptions {
  schema: string;
  next: string;
  admin: Pool;
  kept: KeptSchemas;
}
