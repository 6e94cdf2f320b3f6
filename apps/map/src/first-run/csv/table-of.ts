import type { Separator } from './read-table.js';
import type { TableAnswer, TableRequest } from './table-worker.js';

/** Parses a file in a worker. @param separator undefined: detected */
export function tableOf(bytes: ArrayBuffer, separator?: Separator): Promise<TableAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
    const answered = (answer: TableAnswer): void => {
      worker.terminate();
      resolve(answer);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<TableAnswer>) => answered(data));
    worker.addEventListener('error', () => answered({ fault: 'no-text' }));
    worker.postMessage({ bytes, separator } satisfies TableRequest);
  });
}
