import { BROKER_FAULTS } from './broker-faults.js';
import { CLOCK_FAULTS } from './clock-faults.js';
import { DATABASE_FAULTS } from './database-faults.js';
import { DIRECTORY_AWAY, DIRECTORY_FAULTS } from './directory-faults.js';
import type { Fault } from './fault.js';
import { POWER_CUT } from './power-faults.js';
import { RECORD_FAULTS } from './record-faults.js';
import { DERIVING_FAULTS, SERVICE_FAULTS } from './service-faults.js';

export const ALL_FAULTS: readonly Fault[] = [
  ...SERVICE_FAULTS,
  ...DERIVING_FAULTS,
  ...DIRECTORY_FAULTS,
  DIRECTORY_AWAY,
  ...RECORD_FAULTS,
  ...BROKER_FAULTS,
  ...DATABASE_FAULTS,
  ...CLOCK_FAULTS,
  POWER_CUT,
];
