import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { AccessModule } from './access/access.module.js';
import { AuditingModule } from './auditing/auditing.module.js';
import { BoardsModule } from './boards/boards.module.js';
import { DiagnosisModule } from './diagnosis/diagnosis.module.js';
import { ENTITIES } from './entities/entities.js';
import { HttpModule } from './http/http.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MIGRATIONS } from './storage/migrations.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { FieldsModule } from './workspaces/fields/fields.module.js';
import { MovingModule } from './workspaces/moving/moving.module.js';
import { RetentionModule } from './workspaces/retention/retention.module.js';
import { WorkspacesModule } from './workspaces/workspaces.module.js';

const STORES = [
  DatabaseModule.of({ entities: ENTITIES, migrations: MIGRATIONS, ownDiagnosis: true }),
  BrokerModule.toStart(['directory.state']),
];
const WORKSPACES = [WorkspacesModule, MovingModule, RetentionModule, FieldsModule];
const KEEPING = [AuditingModule, DiagnosisModule, UpkeepModule];

/** The directory service: workspaces, people and permissions of an installation. Only gateways call it; it writes directory.state. */
@Module({ imports: [...STORES, HttpModule, ...WORKSPACES, AccessModule, LimitsModule, BoardsModule, ...KEEPING] })
export class AppModule {}
