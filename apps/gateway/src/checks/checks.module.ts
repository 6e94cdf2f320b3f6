import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setElementLimits } from '#contracts/dto/element-limits.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { elementLimitsOf } from '../configuration/ingest-settings.js';
import { DirectoryClient } from '../services/directory-client.js';
import { EditCheck } from './edit-commands.js';
import { ElementCheck } from './element-check.js';
import { FieldSightings } from './field-sightings.js';
import { FieldWatch } from './field-watch.js';
import { SightingsReport } from './sightings-report.js';

/** Injection token of this installation's size limits, which are needed to compile the checks of elements. */
const ELEMENT_LIMITS = Symbol('limits of elements');

/** Checks elements against the rules and the definitions of their fields. */
@Module({
  providers: [
    { provide: ELEMENT_LIMITS, useFactory: (config: Config) => setElementLimits(elementLimitsOf(config)), inject: [CONFIG] },
    { provide: FieldSightings, useFactory: (registry: Registry) => new FieldSightings(registry), inject: [REGISTRY] },
    {
      provide: FieldWatch,
      useFactory: (copy: DirectoryCopy, sightings: FieldSightings) => new FieldWatch(copy, sightings),
      inject: [DirectoryCopy, FieldSightings],
    },
    {
      provide: SightingsReport,
      useFactory: (sightings: FieldSightings, client: DirectoryClient, logger: Logger) => new SightingsReport(sightings, client, logger),
      inject: [FieldSightings, DirectoryClient, LOGGER],
    },
    { provide: ElementCheck, useFactory: (fields: FieldWatch) => new ElementCheck(fields), inject: [FieldWatch, ELEMENT_LIMITS] },
    { provide: EditCheck, useFactory: () => new EditCheck(), inject: [ELEMENT_LIMITS] },
  ],
  exports: [FieldWatch, ElementCheck, EditCheck],
})
export class ChecksModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly report: SightingsReport,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.report.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.report.stop();
  }
}
