import { describe } from 'vitest';
import { POWER_CUT } from './nemesis/power-faults.js';
import { faultSuite } from './world/fault-suite.js';
import { hasCompiler } from './world/preloaded-library.js';

describe.skipIf(!hasCompiler)('power cuts (skipped without a C compiler, needed to record what is on the disk)', () => {
  faultSuite('the power fails', { name: 'faults-power', ownServers: true, losesPower: true, objectServices: 2, derived: 1, clients: 6 }, [
    POWER_CUT,
  ]);
});
