import type { Table } from './read-table.js';

/** A chosen CSV file with its parsed content. */
export interface ChosenFile {
  name: string;
  bytes: ArrayBuffer;
  table: Table;
}
