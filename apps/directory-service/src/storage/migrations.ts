import type { MigrationClass } from '#postgres/data-source.js';
import { CreateDirectory1795330000000 } from './create-directory.migration.js';
import { CreateQuotas1795330200000 } from './create-quotas.migration.js';

/** In the order of their numbers; a published one never changes. */
export const MIGRATIONS: MigrationClass[] = [CreateDirectory1795330000000, CreateQuotas1795330200000];
