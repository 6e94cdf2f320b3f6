import type pg from 'pg';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { Logger } from '#telemetry/logger.js';
import type { DataFolder } from '../data-folder/data-folder.js';
import type { Installation } from '../services/service-environment.js';
import type { RestoredRecord } from './restored-record.js';

/** A restored installation: its data folder, and how its services are run. */
export interface RestoredInstallation {
  folder: DataFolder;
  services: Installation;
}

/** The context of a step after a restore, with a running database and broker. */
export interface AfterRestoreContext {
  /** The superuser's connection to the restored database. */
  client: pg.Client;
  installation: RestoredInstallation;
  restored: RestoredRecord;
  send(records: readonly OutgoingRecord[]): Promise<void>;
  /** Stores changes of `restored`. */
  note(): void;
  logger: Logger;
}
