import { MAX_SIGHTINGS } from '#contracts/directory/field-sighting.js';
import type { Logger } from '#telemetry/logger.js';
import type { DirectoryClient } from '../services/directory-client.js';
import type { FieldSightings } from './field-sightings.js';

const EVERY_MS = 5000;
const MAX_CALLS_PER_ROUND = 20;

/** Reports seen fields to the directory every few seconds. Best effort: while the directory is down they are kept, up to a limit. */
export class SightingsReport {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;

  constructor(
    private readonly sightings: FieldSightings,
    private readonly directory: Pick<DirectoryClient, 'report'>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.report(), EVERY_MS).unref();
  }

  /** Reports the rest, unless the directory is down. */
  stop(): Promise<void> {
    clearInterval(this.timer);
    return this.report();
  }

  /** One round at a time. */
  report(): Promise<void> {
    this.round ??= this.reportAll().finally(() => (this.round = undefined));
    return this.round;
  }

  private async reportAll(): Promise<void> {
    for (let calls = 0; calls < MAX_CALLS_PER_ROUND; calls++) {
      const sightings = this.sightings.waiting(MAX_SIGHTINGS);
      if (sightings.length === 0) return;
      try {
        const status = await this.directory.report('/internal/field-sightings', { sightings });
        if (status >= 500) return;
        // The directory would refuse it again, so it is not repeated.
        if (status >= 400)
          this.logger.error(
            { status, fields: sightings.length },
            'The directory refused a report on undefined fields; the report is dropped.',
          );
        this.sightings.removeReported(sightings);
      } catch {
        return;
      }
    }
  }
}
