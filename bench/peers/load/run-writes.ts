import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WriteJob, WriteResult } from './write-job.js';

/** Runs the generator in its own process, so that its CPU time is not counted for the measuring process. */
export function runWrites(job: WriteJob): Promise<WriteResult> {
  const child = fork(fileURLToPath(new URL('../write-generator.js', import.meta.url)));
  return new Promise((resolve, reject) => {
    child.once('message', (message: WriteResult | { error: string }) => {
      if ('error' in message) reject(new Error(`The write generator failed: ${message.error}`));
      else resolve(message);
    });
    child.once('exit', (code) => reject(new Error(`The write generator ended with ${code} and no result.`)));
    child.send(job);
  });
}
