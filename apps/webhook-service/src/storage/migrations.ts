import type { MigrationClass } from '#postgres/data-source.js';
import { CountTests1796310000000 } from './count-tests.migration.js';
import { CreateWebhooks1796001000000 } from './create-webhooks.migration.js';
import { FindAttemptsByTime1796500000000 } from './find-attempts-by-time.migration.js';
import { TurnsAndNotes1796011000000 } from './turns-and-notes.migration.js';

/** In order of their numbers; what a released migration makes never changes (decision 38). */
export const MIGRATIONS: MigrationClass[] = [
  CreateWebhooks1796001000000,
  TurnsAndNotes1796011000000,
  CountTests1796310000000,
  FindAttemptsByTime1796500000000,
];
