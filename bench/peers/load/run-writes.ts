import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WriteJob, WriteProgress, WriteResult } from './write-job.js';

/**
 * Runs the generator in its own process, so that its CPU time is not counted for the measuring process.
 * @param onProgress called with the number of acknowledged elements so far
 */
export function runWrites(job: WriteJob, onProgress: (acknowledged: number) => void): Promise<WriteResult> {
  const child = fork(fileURLToPath(new URL('../write-generator.js', import.meta.url)));
  return new Promise((resolve, reject) => {
    child.on('message', (message: WriteResult | WriteProgress | { error: string }) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('error' in message) reject(new Error(`The write generator failed: ${message.error}`));
      else resolve(message);
    });
    child.once('exit', (code) => reject(new Error(`The write generator ended with ${code} and no result.`)));
    child.send(job);
  });
}
