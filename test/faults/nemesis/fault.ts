import type { World } from '../world/world.js';

/** Something that goes wrong while clients go on. It is over, and healed, when `inflict` resolves. */
export interface Fault {
  name: string;
  /** The row of reliability.md section 3 that it belongs to. */
  row: string;
  /** True: needs a broker and a database of the run's own. */
  ownServers?: boolean;
  inflict(world: World): Promise<void>;
}
