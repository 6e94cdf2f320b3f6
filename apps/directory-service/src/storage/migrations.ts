import type { MigrationClass } from '#postgres/data-source.js';
import { CreateFields1795330300000 } from './create-fields.migration.js';
import { CreateDirectory1795330000000 } from './create-directory.migration.js';

/** In the order of their numbers; a published one never changes. */
export const MIGRATIONS: MigrationClass[] = [CreateDirectory1795330000000, CreateFields1795330300000];
