import type { MigrationInterface } from 'typeorm';
import { DataSource } from 'typeorm';
import { checkedSchemaName } from './schema-name.js';

export type MigrationClass = new () => MigrationInterface;

export interface DataSourceSettings {
  url: string;
  schema: string;
  // TypeORM takes entity classes by their constructor.
  entities: (abstract new (...args: never[]) => unknown)[];
  migrations: MigrationClass[];
  /** Default 2: entities and migrations are for the cold paths; hot SQL goes through `createPool`. */
  max?: number;
}

/** The TypeORM side of a service: entities and forward-only migrations. Not yet initialised; `migrate` does that. */
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
      // Writers and readers of a live table queue behind a migration that waits for its lock; it is tried again (`migrate`).
      options: `-c search_path=${schema},public -c lock_timeout=20`,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 5_000,
    },
  });
}
