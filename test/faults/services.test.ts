import { DERIVING_FAULTS, SERVICE_FAULTS } from './nemesis/service-faults.js';
import { faultSuite } from './world/fault-suite.js';

faultSuite('services fail', { name: 'faults-services', gateways: 2, objectServices: 2, projections: 2, derived: 2, clients: 4, ids: 40 }, [
  ...SERVICE_FAULTS,
  ...DERIVING_FAULTS,
]);
