import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder/data-folder.js';
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.js';

/** The record of a restore and its pending work at the first start, stored in the data folder. */
export interface RestoredRecord {
  /** UUID of this restore. */
  id: string;
  /** RFC 3339. */
  restoredAt: string;
  backup: string;
  /** Time of the database's state by its own clock; RFC 3339. */
  stateAt: string;
  /** The requested time; absent for the end of the backup. */
  until?: string;
  /** System identifier of the database cluster, so that this record is never applied to another one. */
  systemIdentifier: string;
  objectPartitions: number;
  replyPartitions: number;
  /** Completed steps of the first start. */
  stepsDone: string[];
  /** Number of lines of each topic's records that are published. */
  published: Record<string, number>;
  /** Time when everything was done; RFC 3339. */
  finishedAt?: string;
}

const FILE = 'restored.json';
const RECORDS = 'records';

const restoredRecordFile = (folder: Pick<DataFolder, 'restored'>): string => join(folder.restored, FILE);

/** Folder with acknowledged records that are missing in the database: a file of lines per topic. */
export const keptRecordsFolder = (folder: Pick<DataFolder, 'restored'>): string => join(folder.restored, RECORDS);

/** The record; undefined if the installation was never restored. */
export function readRestoredRecord(folder: Pick<DataFolder, 'restored'>): RestoredRecord | undefined {
  return readJsonFile<RestoredRecord>(restoredRecordFile(folder));
}

export function writeRestoredRecord(folder: Pick<DataFolder, 'restored'>, record: RestoredRecord): void {
  mkdirSync(folder.restored, { recursive: true, mode: 0o700 });
  writeJsonFile(restoredRecordFile(folder), record);
}
