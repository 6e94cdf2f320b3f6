import type { World } from '../world/world.js';

/** Something that goes wrong while clients go on. It is over, and healed, when `inflict` resolves. */
export interface Fault {
  name: string;
  /** The row of reliability.md section 3 that it belongs to. */
  row: string;
  /** True: needs a broker and a database of the run's own. */
  ownServers?: boolean;
  /** For so long after it gateways may not hear of the directory yet, as they could not meanwhile; left out: they always do. */
  blindMs?: number;
  /** True: clocks are wrong meanwhile. */
  clocksOff?: boolean;
  inflict(world: World): Promise<void>;
}
