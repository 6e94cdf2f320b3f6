import { RECORD_FAULTS } from '../faults/nemesis/record-faults.js';
import { faultSuite } from '../faults/world/fault-suite.js';

/** Random clients and workspaces on the whole road, with repeated, reordered and poisoned records: the oracle judges all of it. */
faultSuite('the whole road', { name: 'whole-road', gateways: 2, objectServices: 1, projections: 1, clients: 8 }, RECORD_FAULTS);
