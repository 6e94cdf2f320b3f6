import { Module } from '@nestjs/common';
import { IdsModule } from './ids/ids.module.js';
import { PlansModule } from './plans/plans.module.js';
import { QuotasModule } from './quotas/quotas.module.js';

/** How much a workspace may use: plans, what gateways have leased of them, and ids that were released. */
@Module({ imports: [PlansModule, QuotasModule, IdsModule] })
export class LimitsModule {}
