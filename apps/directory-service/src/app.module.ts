import { Module } from '@nestjs/common';
import { BrokerModule } from '#service/broker.module.js';
import { DatabaseModule } from '#service/database.module.js';
import { AuditingModule } from './auditing/auditing.module.js';
import { DashboardsModule } from './dashboards/dashboards.module.js';
import { DiagnosisModule } from './diagnosis/diagnosis.module.js';
import { ENTITIES } from './entities/entities.js';
import { FieldsModule } from './fields/fields.module.js';
import { HttpModule } from './http/http.module.js';
import { IdsModule } from './ids/ids.module.js';
import { KeysModule } from './keys/keys.module.js';
import { LoginModule } from './login/login.module.js';
import { MovingModule } from './moving/moving.module.js';
import { PeopleModule } from './people/people.module.js';
import { PlansModule } from './plans/plans.module.js';
import { PollsModule } from './polls/polls.module.js';
import { QuotasModule } from './quotas/quotas.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SharesModule } from './shares/shares.module.js';
import { MIGRATIONS } from './storage/migrations.js';
import { TokensModule } from './tokens/tokens.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { ViewsModule } from './views/views.module.js';
import { WorkspacesModule } from './workspaces/workspaces.module.js';

/** The directory service: what an installation consists of, and who may do what in it. Gateways alone call it; directory.state out. */
@Module({
  imports: [
    DatabaseModule.of({ entities: ENTITIES, migrations: MIGRATIONS, ownDiagnosis: true }),
    BrokerModule.toStart(['directory.state']),
    HttpModule,
    WorkspacesModule,
    MovingModule,
    PlansModule,
    QuotasModule,
    RetentionModule,
    FieldsModule,
    IdsModule,
    PeopleModule,
    LoginModule,
    KeysModule,
    TokensModule,
    SharesModule,
    PollsModule,
    DashboardsModule,
    ViewsModule,
    AuditingModule,
    DiagnosisModule,
    UpkeepModule,
  ],
})
export class AppModule {}
