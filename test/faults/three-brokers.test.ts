import { CLUSTER_FAULTS } from './nemesis/cluster-faults.js';
import { faultSuite } from './world/fault-suite.js';

/** Three brokers are slow on two cores: the other faults run in the soak test (`npm run soak -- --brokers 3`). */
const HERE = ['one of three brokers killed and started again', 'the disk of one of three brokers lost'];

faultSuite(
  'one of three brokers fails',
  { name: 'faults-cluster', ownServers: true, brokers: 3, gateways: 2, objectServices: 2, clients: 4 },
  CLUSTER_FAULTS.filter(({ name }) => HERE.includes(name)),
);
