import type { Logger } from 'pino';

/**
 * Handles unhandled rejections from kafkajs's background work (reliability, section 1, rule 12). Node would end the process immediately;
 * this guard logs the rejection and ends the process in order.
 * @returns a function that removes the guard
 */
export function guardRejections(logger: Logger, onFatal: (error: Error) => void): () => void {
  const listener = (reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    logger.error({ err: error }, 'unhandled rejection');
    onFatal(error);
  };
  process.on('unhandledRejection', listener);
  return () => process.off('unhandledRejection', listener);
}
