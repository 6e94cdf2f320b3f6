import type pg from 'pg';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { Logger } from '#telemetry/logger.js';
import type { DataFolder } from '../data-folder/data-folder.js';
import type { Installation } from '../services/service-environment.js';
import type { RestoredRecord } from './restored-record.js';

/** Where an installation lies, and how its services are run. */
export interface RestoredInstallation {
  folder: DataFolder;
  services: Installation;
}

/** The surroundings of a step after a restore: database and broker run. */
export interface AfterRestoreContext {
  /** The superuser's connection to the restored database. */
  client: pg.Client;
  installation: RestoredInstallation;
  restored: RestoredRecord;
  send(records: readonly OutgoingRecord[]): Promise<void>;
  /** Makes what was changed in `restored` durable. */
  note(): void;
  logger: Logger;
}
