import type { MigrationClass } from '#postgres/data-source.js';
import { RecogniseLostRecords1796200000000 } from '#postgres/recognise-lost-records.migration.js';
import { RememberBreaks1796400000000 } from '#postgres/remember-breaks.migration.js';
import { CallsByWorkspace1796018100000 } from './calls-by-workspace.migration.js';
import { CoarserHeatAndUpkeep1796016000000 } from './coarser-heat-and-upkeep.migration.js';
import { CreateAreasAndHeat1796004100000 } from './create-areas-and-heat.migration.js';
import { CreateReports1796004000000 } from './create-reports.migration.js';
import { PackedObservations1796023000000 } from './packed-observations.migration.js';
import { UnaskedStatistics1796024100000 } from './unasked-statistics.migration.js';

/** In the order of their numbers; a published migration never changes. */
export const REPORT_MIGRATIONS: MigrationClass[] = [
  CreateReports1796004000000,
  CreateAreasAndHeat1796004100000,
  CoarserHeatAndUpkeep1796016000000,
  CallsByWorkspace1796018100000,
  PackedObservations1796023000000,
  UnaskedStatistics1796024100000,
  RecogniseLostRecords1796200000000,
  RememberBreaks1796400000000,
];
