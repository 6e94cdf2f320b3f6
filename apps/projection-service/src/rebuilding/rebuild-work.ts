import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import type { Difference } from './difference.js';
import type { KeptSchemas } from './kept-schemas.js';
import type { RunStatus } from './rebuild-runs.js';

/**
 * `build`: build and swap, unless rows differ. `check`: build and compare, then drop the new projection. `accept`: swap in spite of
 * differences; uses the projection that was refused before, if it still exists. `undo`: swap back the projection that the last swap
 * replaced.
 */
export type RebuildMode = 'build' | 'check' | 'accept' | 'undo';

export interface RebuildOptions {
  config: Config;
  logger: Logger;
  mode: RebuildMode;
  /** Called with lines about the progress. */
  report: (line: string) => void;
  /** Aborted to stop the rebuild. */
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
