import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadMessage, LoadProgress, LoadResult } from './job.js';

export interface RunningLoad {
  result: Promise<LoadResult>;
  /** Number of elements in wanted answers so far. */
  progress(): number;
  pause(): void;
  resume(): void;
}

/** Starts the generator in its own process, so that its CPU time is not counted for the measuring process. */
export function startLoad(job: LoadJob): RunningLoad {
  const child = fork(fileURLToPath(new URL('../load-generator.js', import.meta.url)));
  // A generator that has just ended needs no more messages; its exit shows how it ended.
  const send = (message: LoadMessage): void => void (child.connected && child.send(message, () => undefined));
  let progress = 0;
  const result = new Promise<LoadResult>((resolve, reject) => {
    child.on('message', (message: LoadResult | LoadProgress | { error: string }) => {
      if ('progress' in message) progress = message.progress;
      else if ('error' in message) reject(new Error(`The load generator failed: ${message.error}`));
      else resolve(message);
    });
    child.once('exit', (code) => reject(new Error(`The load generator ended with ${code} and no result.`)));
  });
  send({ kind: 'start', job });
  return { result, progress: () => progress, pause: () => send({ kind: 'pause' }), resume: () => send({ kind: 'resume' }) };
}
