import type { SupervisorMessage } from './messages.js';

export type Report = (message: SupervisorMessage) => void;

/** Runs a step of the start or stop, and reports its beginning, progress and duration. */
export async function step<T>(
  report: Report,
  name: string,
  text: string,
  done: string,
  work: (progress: (text: string) => void) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const progress = (now: string) => report({ type: 'step', name, text: now });
  progress(text);
  const result = await work(progress);
  report({ type: 'step-done', name, text: done, seconds: (performance.now() - started) / 1000 });
  return result;
}
