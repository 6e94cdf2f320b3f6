import type { MigrationClass } from '#postgres/data-source.js';
import { PackOutbox1796810000000 } from '#postgres/pack-outbox.migration.js';
import { RecogniseLostRecords1796200000000 } from '#postgres/recognise-lost-records.migration.js';
import { RememberBreaks1796400000000 } from '#postgres/remember-breaks.migration.js';
import { RememberRepairs1796610000000 } from '#postgres/remember-repairs.migration.js';
import { CreateAreas1796002000000 } from './create-areas.migration.js';
import { KeepOutbox1796410000000 } from './keep-outbox.migration.js';
import { StepsAndPlaces1796012000000 } from './steps-and-places.migration.js';
import { TrackUpkeep1796024000000 } from './track-upkeep.migration.js';

/** In order of their numbers; what a released migration makes never changes (decision 38). */
export const MIGRATIONS: MigrationClass[] = [
  CreateAreas1796002000000,
  StepsAndPlaces1796012000000,
  TrackUpkeep1796024000000,
  RecogniseLostRecords1796200000000,
  RememberBreaks1796400000000,
  KeepOutbox1796410000000,
  RememberRepairs1796610000000,
  PackOutbox1796810000000,
];
