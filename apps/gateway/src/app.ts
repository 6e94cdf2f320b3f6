import { AccessModule } from './access/access.module.js';
import { AdministrationModule } from './administration/administration.module.js';
import { DeadLettersModule } from './administration/dead-letters.module.js';
import { RebuildingModule } from './administration/rebuilding.module.js';
import { MapAppModule } from './app/map-app.module.js';
import { DirectoryModule } from './directory/directory.module.js';
import { AreasModule } from './forwarding/areas.module.js';
import { ReadsModule } from './forwarding/reads.module.js';
import { ReportsModule } from './forwarding/reports.module.js';
import { WebhooksModule } from './forwarding/webhooks.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { IngestModule } from './writes/ingest.module.js';

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
