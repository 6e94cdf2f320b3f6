import type { MigrationClass } from '#postgres/data-source.js';
import { PackOutbox1796810000000 } from '#postgres/pack-outbox.migration.js';
import { RecogniseLostRecords1796200000000 } from '#postgres/recognise-lost-records.migration.js';
import { RememberBreaks1796400000000 } from '#postgres/remember-breaks.migration.js';
import { CountObjects1796300000000 } from './count-objects.migration.js';
import { CreateTables1795240000000 } from './create-tables.migration.js';
import { KeepOutbox1796310000000 } from './keep-outbox.migration.js';
import { KeepPictures1795500000000 } from './keep-pictures.migration.js';
import { PublishAllStates1796410000000 } from './publish-all-states.migration.js';
import { RecountByRanges1796700000000 } from './recount-by-ranges.migration.js';
import { RememberErasedWorkspaces1795420000000 } from './remember-erased-workspaces.migration.js';

export const MIGRATIONS: MigrationClass[] = [
  CreateTables1795240000000,
  RememberErasedWorkspaces1795420000000,
  KeepPictures1795500000000,
  RecogniseLostRecords1796200000000,
  CountObjects1796300000000,
  KeepOutbox1796310000000,
  RememberBreaks1796400000000,
  PublishAllStates1796410000000,
  RecountByRanges1796700000000,
  PackOutbox1796810000000,
];
