import type { Misfortune } from '../world/world.js';

/** Something that goes wrong while clients go on. */
export interface Fault extends Misfortune {
  name: string;
  /** The row of reliability.md section 3 that it belongs to. */
  row: string;
  /** True: needs a broker and a database of the run's own. */
  ownServers?: boolean;
}
