import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';
import type { Readiness } from './readiness.js';

/**
 * On SIGTERM and SIGINT: not ready any more, no new connections, requests in flight are finished, modules close their resources.
 * Exit code 0; 1 when that took longer than the limit.
 */
export function closeOnSignal(app: INestApplicationContext, readiness: Readiness, logger: Logger, limitMs: number): void {
  let closing = false;
  const close = (signal: NodeJS.Signals): void => {
    if (closing) return;
    closing = true;
    readiness.stop();
    logger.info({ signal }, 'Stopping.');
    const late = setTimeout(() => {
      logger.error({ limitMs }, 'Not stopped in time; what was in flight is cut.');
      process.exit(1);
    }, limitMs);
    app.close().then(
      () => {
        clearTimeout(late);
        logger.info('Stopped.');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'Stopped with an error.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}
