import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { GatewayClocks } from './gateway-clocks.js';
import { QuotaBook } from './quota-book.js';
import { QuotaController } from './quota.controller.js';
import { SilentGateways } from './silent-gateways.js';
import { TokenUsage } from './token-usage.js';
import { UsageController } from './usage.controller.js';
import { UsageOfWorkspaces } from './usage.js';

/** Quotas of plans, and their usage. */
@Module({
  imports: [StorageModule, PlansModule],
  controllers: [QuotaController, UsageController],
  providers: [GatewayClocks, QuotaBook, UsageOfWorkspaces, TokenUsage, SilentGateways],
  exports: [TokenUsage, SilentGateways],
})
export class QuotasModule {}
