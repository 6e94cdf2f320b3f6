import { AccessModule } from './access/access.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import { AreasModule } from './areas/areas.module.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { DirectoryModule } from './directory/directory.module.js';
import { IngestModule } from './ingest/ingest.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MapAppModule } from './map-app/map-app.module.js';
import { ReadsModule } from './reads/reads.module.js';
import { RebuildingModule } from './rebuilding/rebuilding.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/**
 * The modules of the gateway: it follows the directory, enforces plans, accepts updates and edits,
 * forwards reads, reports, administration, areas and webhooks, handles dead letters, starts rebuilds of the projection,
 * logs access, and serves the map app.
 */
export const ROOMS = [
  DirectoryModule,
  LimitsModule,
  IngestModule,
  ReadsModule,
  ReportsModule,
  AdministrationModule,
  AreasModule,
  WebhooksModule,
  DeadLettersModule,
  RebuildingModule,
  AccessModule,
  MapAppModule,
];
