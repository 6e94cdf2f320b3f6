import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';

const LIMIT_MS = 25_000;

/** Notified first on shutdown, so that readiness turns false. */
interface Stoppable {
  stopping(): void;
}

/**
 * SIGTERM and SIGINT: readiness turns false, the current work is finished, and what was committed is published while the
 * application closes. Exit code 0; 1 when that takes longer than 25 s (nothing is lost then either: the next process continues).
 */
export function endOnSignal(app: INestApplicationContext, work: Stoppable, logger: Logger): void {
  let ending = false;
  const end = (signal: NodeJS.Signals): void => {
    if (ending) return;
    ending = true;
    work.stopping();
    logger.info({ signal }, 'Stopping.');
    setTimeout(() => {
      logger.error({ limitMs: LIMIT_MS }, 'Not stopped in time.');
      process.exit(1);
    }, LIMIT_MS).unref();
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
