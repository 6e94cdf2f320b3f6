import type { Table } from './read-table.js';

/** A CSV file that somebody chose, as read. */
export interface ChosenFile {
  name: string;
  bytes: ArrayBuffer;
  table: Table;
}
