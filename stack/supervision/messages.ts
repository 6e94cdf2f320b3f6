import type { FirstOperator } from '../directory/installation-directory.js';

/** Messages of the supervisor to the process that started it. */
export type SupervisorMessage =
  | { type: 'step'; name: string; text: string }
  | { type: 'step-done'; name: string; text: string; seconds: number }
  | { type: 'notice'; level: 'info' | 'warn'; text: string }
  | {
      type: 'ready';
      seconds: number;
      address: string;
      token: string;
      workspace: string;
      /** At the first start only; the password is shown only once. */ operator?: FirstOperator;
    }
  | { type: 'failed'; message: string }
  | { type: 'stopped' };

/** Orders to the supervisor: continue alone, stop everything in order, or stop at once. */
export type ClientMessage = { type: 'detach' } | { type: 'stop' } | { type: 'kill' };
