import { Module } from '@nestjs/common';
import { IdsModule } from './ids/ids.module.js';
import { PlansModule } from './plans/plans.module.js';
import { QuotasModule } from './quotas/quotas.module.js';

/** Plans of workspaces, their quotas with leases of gateways, and released ids. */
@Module({ imports: [PlansModule, QuotasModule, IdsModule] })
export class LimitsModule {}
