import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guardRejections } from '#kafka/rejection-guard.js';
import { createLogger } from '#telemetry/logger.js';

const logger = createLogger({ service: 'test', instance: 'guard', level: 'silent' });
// The test runner's own listener would fail the run.
let others: NodeJS.UnhandledRejectionListener[] = [];

beforeEach(() => {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
});
afterEach(() => {
  process.removeAllListeners('unhandledRejection');
  for (const listener of others) process.on('unhandledRejection', listener);
});

async function escape(reason: unknown): Promise<void> {
  void Promise.reject(reason);
  await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('the guard of rejections (rule 12)', () => {
  it('hands over what escaped, as an error, until it is taken away', async () => {
    const fatal: Error[] = [];
    const remove = guardRejections(logger, (error) => fatal.push(error));
    await escape(new TypeError('from the client'));
    await escape('a text');
    expect(fatal.map((error) => `${error.name} ${error.message}`)).toEqual(['TypeError from the client', 'Error a text']);
    remove();
    expect(process.listenerCount('unhandledRejection')).toBe(0);
  });
});
