import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { QueuedScan, StoredScan } from './queued-scan.js';

/** Stores scans until the server has them. */
export interface ScanStore {
  /** False if the stored scans are lost when the page is closed. */
  readonly persistent: boolean;
  all(): Promise<StoredScan[]>;
  add(scan: QueuedScan): Promise<StoredScan>;
  put(scan: StoredScan): Promise<void>;
  remove(seq: number): Promise<void>;
}

interface Schema extends DBSchema {
  scans: { key: number; value: StoredScan };
}

/** The browser's database, or memory if there is none. */
export async function openScanStore(): Promise<ScanStore> {
  try {
    const db = await openDB<Schema>('waymark-scans', 1, {
      upgrade: (made) => void made.createObjectStore('scans', { keyPath: 'seq', autoIncrement: true }),
    });
    return new DeviceStore(db);
  } catch {
    return new MemoryStore();
  }
}

class DeviceStore implements ScanStore {
  readonly persistent = true;

  constructor(private readonly db: IDBPDatabase<Schema>) {}

  all(): Promise<StoredScan[]> {
    return this.db.getAll('scans');
  }

  async add(scan: QueuedScan): Promise<StoredScan> {
    const seq = await this.db.add('scans', scan as StoredScan);
    return { ...scan, seq };
  }

  async put(scan: StoredScan): Promise<void> {
    await this.db.put('scans', scan);
  }

  remove(seq: number): Promise<void> {
    return this.db.delete('scans', seq);
  }
}

class MemoryStore implements ScanStore {
  readonly persistent = false;
  private readonly scans = new Map<number, StoredScan>();
  private next = 1;

  all(): Promise<StoredScan[]> {
    return Promise.resolve([...this.scans.values()]);
  }

  add(scan: QueuedScan): Promise<StoredScan> {
    const stored = { ...scan, seq: this.next++ };
    this.scans.set(stored.seq, stored);
    return Promise.resolve(stored);
  }

  put(scan: StoredScan): Promise<void> {
    this.scans.set(scan.seq, scan);
    return Promise.resolve();
  }

  remove(seq: number): Promise<void> {
    this.scans.delete(seq);
    return Promise.resolve();
  }
}
