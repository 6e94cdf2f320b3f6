import type { Misfortune } from '../world/world.js';

export type Breakable = 'gateway' | 'object-service' | 'projection-service' | 'directory-service' | 'records' | 'broker' | 'broker network' | 'database' | 'database network' | 'clocks';

/** Something that goes wrong while clients go on. */
export interface Fault extends Misfortune {
  name: string;
  /** The row of reliability.md section 3 that it belongs to. */
  row: string;
  /** What it breaks; of the faults that happen at once no two break the same. */
  breaks: readonly Breakable[];
  /** True: needs a broker and a database of the run's own. */
  ownServers?: boolean;
}
