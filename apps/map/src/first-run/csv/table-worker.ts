import { decodeFile, readTable, type Separator, type Table, type TableFault, TableProblem } from './read-table.js';

/** Parses a file in a worker, so that 10 MB do not block the page. */
export interface TableRequest {
  bytes: ArrayBuffer;
  separator?: Separator;
}
export type TableAnswer = { table: Table } | { fault: TableFault };

self.addEventListener('message', ({ data }: MessageEvent<TableRequest>) => {
  let answer: TableAnswer;
  try {
    answer = { table: readTable(decodeFile(new Uint8Array(data.bytes)), data.separator) };
  } catch (error) {
    answer = { fault: error instanceof TableProblem ? error.fault : 'no-text' };
  }
  self.postMessage(answer);
});
