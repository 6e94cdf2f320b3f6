import { RESTORE_FAULTS } from './nemesis/restore-faults.js';
import { faultSuite } from './world/fault-suite.js';

/** With areas, reports and webhooks beside them: `npm run soak -- --restore`. */
faultSuite(
  'stores are restored from backups',
  { name: 'faults-restored', ownServers: true, objectServices: 2, clients: 6 },
  RESTORE_FAULTS,
);
