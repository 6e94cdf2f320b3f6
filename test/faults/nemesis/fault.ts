import type { Misfortune } from '../world/world.js';

/** Services that derive data from events: no update waits for them. */
export const DERIVING = ['area-service', 'report-service', 'webhook-service'] as const;

export type Breakable =
  | (typeof DERIVING)[number]
  | 'gateway'
  | 'object-service'
  | 'projection-service'
  | 'directory-service'
  | 'records'
  | 'broker'
  | 'broker network'
  | 'database'
  | 'database network'
  | 'clocks';

/** Something that goes wrong while clients continue. */
export interface Fault extends Misfortune {
  name: string;
  /** The row of reliability.md, section 3, that describes it. */
  row: string;
  /** The parts that it breaks; no two simultaneous faults break the same part. */
  breaks: readonly Breakable[];
  /** Whether it needs a separate broker and database. */
  ownServers?: boolean;
}
