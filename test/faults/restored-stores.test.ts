import { RESTORE_FAULTS } from './nemesis/restore-faults.js';
import { faultSuite } from './world/fault-suite.js';

faultSuite('stores are restored from backups', { name: 'faults-restored', ownServers: true, objectServices: 2, derived: 1, clients: 6 }, RESTORE_FAULTS);
