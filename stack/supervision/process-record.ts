import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '../data-folder/json-file.js';
import { isRunning, type ProcessIdentity } from '../processes/process-identity.js';

/** The record of a running process in the file `run/<name>.json`, for finding it again and being sure that it is ours. */
export interface ProcessRecord extends ProcessIdentity {
  name: string;
  /** RFC 3339. */
  startedAt: string;
  /** Number of restarts after a crash. */
  restarts: number;
  stopSignal: NodeJS.Signals;
  /** Processes with a lower rank are stopped first. */
  stopRank: number;
}

const RETRY_MS = 1_000;

/** The records of an installation's processes, written at each start and removed at each end. */
export class ProcessRecords {
  /** Records that are not written yet. */
  private readonly unwritten = new Map<string, ProcessRecord>();
  private retry: NodeJS.Timeout | undefined;

  constructor(private readonly folder: string) {}

  /**
   * Writes a record. If that fails, as on a full disk, it is tried again every second while this process runs.
   * @returns the error, if it could not be written now
   */
  write(record: ProcessRecord): Error | undefined {
    this.unwritten.delete(record.name);
    try {
      writeJsonFile(this.fileOf(record.name), record);
      return undefined;
    } catch (error) {
      this.unwritten.set(record.name, record);
      this.retry ??= setTimeout(() => this.writeAgain(), RETRY_MS).unref();
      return error as Error;
    }
  }

  remove(name: string): void {
    this.unwritten.delete(name);
    rmSync(this.fileOf(name), { force: true });
  }

  /** All records, including those of ended processes. */
  all(): ProcessRecord[] {
    return this.names().flatMap((name) => readJsonFile<ProcessRecord>(this.fileOf(name)) ?? []);
  }

  /** The records of running processes. */
  running(): ProcessRecord[] {
    return this.all().filter(isRunning);
  }

  private writeAgain(): void {
    this.retry = undefined;
    for (const record of [...this.unwritten.values()]) if (this.write(record)) return;
  }

  private names(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length));
    } catch {
      return [];
    }
  }

  private fileOf(name: string): string {
    return join(this.folder, `${name}.json`);
  }
}
