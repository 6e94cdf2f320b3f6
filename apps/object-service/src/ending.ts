import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';
import type { ObjectWork } from './work.js';

const LIMIT_MS = 25_000;

/**
 * SIGTERM and SIGINT: not ready any more, the unit in hand is finished, what was committed is published, the group is
 * left. Exit code 0; 1 when that takes longer than 25 s (nothing is lost then either: the next owner goes on).
 */
export function endOnSignal(app: INestApplicationContext, work: ObjectWork, logger: Logger): void {
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
