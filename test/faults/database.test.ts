import { DATABASE_FAULTS } from './nemesis/database-faults.js';
import { faultSuite } from './world/fault-suite.js';

faultSuite('the database or the network to it fails', { name: 'faults-database', ownServers: true, objectServices: 2, projections: 2, clients: 6 }, DATABASE_FAULTS);
