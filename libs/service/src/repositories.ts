import { Inject, type Provider, type Type } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { entityManagerOn } from '#postgres/entity-manager-on.js';

/** Injection token for the repository of an entity, for factories and exports of modules. */
export const repositoryOf = (entity: Type): string => `repository of ${entity.name}`;

/** Used as `@InjectRepository(Plan) private readonly plans: Repository<Plan>`, for statements outside transactions. */
export const InjectRepository = (entity: Type): ParameterDecorator => Inject(repositoryOf(entity));

/**
 * The repositories of a service, for a module that exports them. They can be used once the tables exist.
 * @param pool token of the connections that they use
 */
export function repositoryProviders(entities: readonly Type[], pool: symbol): Provider[] {
  return entities.map((entity) => ({
    provide: repositoryOf(entity),
    useFactory: (dataSource: DataSource, connections: Pool) => entityManagerOn(dataSource, connections).getRepository(entity),
    inject: [DataSource, pool],
  }));
}
