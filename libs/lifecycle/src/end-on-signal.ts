import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';

const USUAL_LIMIT_MS = 25_000;

/** Notified first on shutdown, so that readiness turns false. */
interface Stoppable {
  stopping(): void;
}

/**
 * On SIGTERM and SIGINT, readiness turns false, current work is finished, and committed changes are published while the application closes.
 * Exit code 0, or 1 if that takes longer than the limit; even then nothing is lost, because the next process continues.
 */
export function endOnSignal(app: INestApplicationContext, work: Stoppable, logger: Logger, limitMs = USUAL_LIMIT_MS): void {
  let ending = false;
  const end = (signal: NodeJS.Signals): void => {
    if (ending) return;
    ending = true;
    work.stopping();
    logger.info({ signal }, 'Stopping.');
    setTimeout(() => {
      logger.error({ limitMs }, 'Not stopped in time; what was in flight is cut.');
      process.exit(1);
    }, limitMs).unref();
    app.close().then(
      () => {
        logger.info('Stopped.');
        process.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'Stopped with an error.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
