import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder/data-folder.js';
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.js';

/** That an installation was restored, and what of that is still to be done at its first start. Lies in its data folder. */
export interface RestoredRecord {
  /** Of this restore; a UUID. */
  id: string;
  /** RFC 3339. */
  restoredAt: string;
  backup: string;
  /** The moment of the database's state, by its own clock; RFC 3339. */
  stateAt: string;
  /** The moment that was asked for; absent: the end of the backup. */
  until?: string;
  /** Number of the database cluster, so that this record is never applied to another one. */
  systemIdentifier: string;
  objectPartitions: number;
  replyPartitions: number;
  /** Steps of the first start that are done; each is run once. */
  stepsDone: string[];
  /** Lines of each topic's records that the broker has. */
  published: Record<string, number>;
  /** When all of that was done; RFC 3339. */
  finishedAt?: string;
}

const FILE = 'restored.json';
const RECORDS = 'records';

const restoredRecordFile = (folder: Pick<DataFolder, 'restored'>): string => join(folder.restored, FILE);

/** Lines of records that were acknowledged and are not in the database: a file for each topic. */
export const keptRecordsFolder = (folder: Pick<DataFolder, 'restored'>): string => join(folder.restored, RECORDS);

/** Undefined: the installation was never restored. */
export function readRestoredRecord(folder: Pick<DataFolder, 'restored'>): RestoredRecord | undefined {
  return readJsonFile<RestoredRecord>(restoredRecordFile(folder));
}

export function writeRestoredRecord(folder: Pick<DataFolder, 'restored'>, record: RestoredRecord): void {
  mkdirSync(folder.restored, { recursive: true, mode: 0o700 });
  writeJsonFile(restoredRecordFile(folder), record);
}
