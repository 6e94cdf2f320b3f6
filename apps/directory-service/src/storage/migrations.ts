import type { MigrationClass } from '#postgres/data-source.js';
import { RememberRepairs1796610000000 } from '#postgres/remember-repairs.migration.js';
import { AddNameLooks1795330500000 } from './add-name-looks.migration.js';
import { AddShareCodes1796008000000 } from './add-share-codes.migration.js';
import { AddStatusBeforeDeletion1795330600000 } from './add-status-before-deletion.migration.js';
import { CreateBoards1796007000000 } from './create-boards.migration.js';
import { CreateDirectory1795330000000 } from './create-directory.migration.js';
import { CreateFields1795330300000 } from './create-fields.migration.js';
import { CreatePeople1795330100000 } from './create-people.migration.js';
import { CreateQuotas1795330200000 } from './create-quotas.migration.js';
import { CreateRetention1796006000000 } from './create-retention.migration.js';
import { CreateShareLinks1795330400000 } from './create-share-links.migration.js';
import { CreateTokenUsage1795330800000 } from './create-token-usage.migration.js';
import { IndexLiveShareLinks1795330700000 } from './index-live-share-links.migration.js';
import { KnowGatewayClocks1796420000000 } from './know-gateway-clocks.migration.js';
import { MoveWorkspaces1796600000000 } from './move-workspaces.migration.js';

/** In the order of their numbers; a published one never changes. */
export const MIGRATIONS: MigrationClass[] = [
  CreateDirectory1795330000000,
  CreatePeople1795330100000,
  CreateQuotas1795330200000,
  CreateFields1795330300000,
  CreateShareLinks1795330400000,
  AddNameLooks1795330500000,
  AddStatusBeforeDeletion1795330600000,
  IndexLiveShareLinks1795330700000,
  CreateTokenUsage1795330800000,
  CreateRetention1796006000000,
  CreateBoards1796007000000,
  AddShareCodes1796008000000,
  KnowGatewayClocks1796420000000,
  MoveWorkspaces1796600000000,
  RememberRepairs1796610000000,
];
