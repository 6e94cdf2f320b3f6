import { RECORD_FAULTS } from '../faults/nemesis/record-faults.js';
import { faultSuite } from '../faults/world/fault-suite.js';

/** The services behind the log alone: commands written straight to it, each record now and then repeated. */
faultSuite('behind the gateway', { name: 'behind-gateway', gateways: 0, objectServices: 1, projections: 1, clients: 8 }, RECORD_FAULTS);
