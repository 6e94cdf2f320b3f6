import { SERVICE_FAULTS } from './nemesis/service-faults.js';
import { faultSuite } from './world/fault-suite.js';

faultSuite('services fail', { name: 'faults-services', gateways: 2, objectServices: 2, projections: 2, clients: 4 }, SERVICE_FAULTS);
