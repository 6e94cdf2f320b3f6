import type { Logger } from '#telemetry/logger.js';

/** The work of a process between start and shutdown. */
interface Runnable {
  readonly logger: Logger;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const STOP_LIMIT_MS = 22_000;

/** Starts the service. SIGTERM and SIGINT stop it with exit code 0. A fatal error, or a shutdown that takes too long, exits with 1. */
export async function runUntilSignal(create: (onFatal: (error: Error) => void) => Runnable): Promise<void> {
  let ending = false;
  const end = (code: number, reason: object): void => {
    if (ending) return;
    ending = true;
    service.logger.info(reason, 'Stopping.');
    setTimeout(() => {
      service.logger.error({ limitMs: STOP_LIMIT_MS }, 'Not stopped in time; what was in flight is cut.');
      process.exit(1);
    }, STOP_LIMIT_MS);
    service.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        service.logger.error({ err: error }, 'Stopped with an error.');
        process.exit(1);
      },
    );
  };
  const service = create((error) => end(1, { err: error }));
  process.on('SIGTERM', () => end(0, { signal: 'SIGTERM' }));
  process.on('SIGINT', () => end(0, { signal: 'SIGINT' }));
  await service.start();
}
