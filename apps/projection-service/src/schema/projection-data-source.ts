import type { DataSource } from 'typeorm';
import { createDataSource, type MigrationClass } from '#postgres/data-source.js';
import { RecogniseLostRecords1796200000000 } from '#postgres/recognise-lost-records.migration.js';
import { RememberBreaks1796400000000 } from '#postgres/remember-breaks.migration.js';
import { FindToldByTime1796500000000 } from '../feed/area-events/find-told-by-time.migration.js';
import { TellOfAreas1796013000000 } from '../feed/area-events/tell-of-areas.migration.js';
import { PackChunks1796510000000 } from '../feed/chunks/pack-chunks.migration.js';
import { RememberEpochs1796800000000 } from '../feed/remember-epochs.migration.js';
import { PackHistory1797000000000 } from '../history/packing/pack-history.migration.js';
import { KeepHeldHistory1796006010000 } from '../history/pieces/keep-held-history.migration.js';
import { NumberHolds1796014000000 } from '../history/pieces/number-holds.migration.js';
import { RewritePieces1796410000000 } from '../history/pieces/rewrite-pieces.migration.js';
import { RememberPresence1796003000000 } from '../history/presence/remember-presence.migration.js';
import { ShortHistoryRows1796900000000 } from '../history/rows/short-history-rows.migration.js';
import { OrderByAge1796019000000 } from '../objects/ages/order-by-age.migration.js';
import { FirstSeen1797200000000 } from '../objects/first-seen.migration.js';
import { StatesLast1797100000000 } from '../objects/states-last.migration.js';
import { CountCategories1796018000000 } from '../tiles/counts/count-categories.migration.js';
import { CreateProjection1763700000000 } from './create-projection.migration.js';
import { QueuesByWorkspace1796700000000 } from './queues-by-workspace.migration.js';
import { RememberErasures1795420100000 } from './remember-erasures.migration.js';
import { SearchAndMap1796005000000 } from './search-and-map.migration.js';

/** In the order of their numbers; a published migration never changes. */
const PROJECTION_MIGRATIONS: MigrationClass[] = [
  CreateProjection1763700000000,
  RememberErasures1795420100000,
  RememberPresence1796003000000,
  SearchAndMap1796005000000,
  KeepHeldHistory1796006010000,
  TellOfAreas1796013000000,
  NumberHolds1796014000000,
  CountCategories1796018000000,
  OrderByAge1796019000000,
  RecogniseLostRecords1796200000000,
  RememberBreaks1796400000000,
  RewritePieces1796410000000,
  FindToldByTime1796500000000,
  PackChunks1796510000000,
  QueuesByWorkspace1796700000000,
  RememberEpochs1796800000000,
  ShortHistoryRows1796900000000,
  PackHistory1797000000000,
  StatesLast1797100000000,
  FirstSeen1797200000000,
];

/** Tables of the projection, and the extensions of Postgres without which it does less. */
export const PROJECTION_TABLES = {
  entities: [],
  migrations: PROJECTION_MIGRATIONS,
  extensions: [
    { name: 'pg_trgm', without: 'searches find only beginnings of words and tolerate no typing errors' },
    { name: 'btree_gin', without: 'searches that tolerate typing errors scan all words of their workspace' },
  ],
};

export function createProjectionDataSource(url: string, schema: string): DataSource {
  const { entities, migrations } = PROJECTION_TABLES;
  return createDataSource({ url, schema, entities, migrations });
}
