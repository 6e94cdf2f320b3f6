import type { DataSource } from 'typeorm';
import { createDataSource } from '#postgres/data-source.js';
import { CreateProjection1763700000000 } from './create-projection.migration.js';
import { FeedFloor } from './feed-floor.entity.js';
import { ObjectStateRow } from './object-state.entity.js';
import { RememberErasures1795420100000 } from './remember-erasures.migration.js';

export function createProjectionDataSource(url: string, schema: string): DataSource {
  return createDataSource({ url, schema, entities: [ObjectStateRow, FeedFloor], migrations: [CreateProjection1763700000000, RememberErasures1795420100000] });
}
