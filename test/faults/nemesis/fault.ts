import type { Misfortune } from '../world/world.js';

/** Services that make something of events: nothing on the way of an update waits for them. */
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
  /** The row of reliability.md section 3 that it belongs to. */
  row: string;
  /** The parts that it breaks; no two faults at the same time break the same. */
  breaks: readonly Breakable[];
  /** True: needs a broker and a database of the run's own. */
  ownServers?: boolean;
}
