import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../config.js';
import type { Difference } from './difference.js';
import type { KeptSchemas } from './kept-schemas.js';
import type { RunStatus } from './rebuild-runs.js';

/**
 * `build`: and swap, unless something differs. `check`: build and compare, then throw the new one away. `accept`: swap whatever differs,
 * going on with what was built and refused before, if that is still there. `undo`: what the last swap has replaced takes its place again.
 */
export type RebuildMode = 'build' | 'check' | 'accept' | 'undo';

export interface RebuildOptions {
  config: Config;
  logger: Logger;
  mode: RebuildMode;
  /** Told what it is doing, a line at a time. */
  say: (line: string) => void;
  /** Given when it is to give up. */
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
