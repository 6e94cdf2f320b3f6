import type { MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';
import { checkedSchemaName } from './schema-name.js';

export type MigrationClass = new () => MigrationInterface;

export interface DataSourceSettings {
  url: string;
  schema: string;
  // TypeORM expects the constructors of entity classes.
  entities: (abstract new (...args: never[]) => unknown)[];
  migrations: MigrationClass[];
  /** Default 2: entities and migrations are for rare work; frequent SQL uses `createPool`. */
  max?: number;
}

/** TypeORM's data source of a service, for entities and forward-only migrations. `migrate` initialises it. */
export function createDataSource(settings: DataSourceSettings): DataSource {
  const schema = checkedSchemaName(settings.schema);
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    schema,
    entities: settings.entities as never,
    migrations: settings.migrations as never,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    migrationsRun: false,
    installExtensions: false,
    logging: false,
    extra: {
      max: settings.max ?? 2,
      // Short, since users of a table queue behind a migration that waits for its lock; `migrate` tries it again.
      options: `-c search_path=${schema},public -c lock_timeout=20`,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 5_000,
    },
  });
}
