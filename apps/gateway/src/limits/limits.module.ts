import { Module } from '@nestjs/common';
import { LimitsLifecycle } from './limits-lifecycle.js';

/** Holds leases and shares of the plans' limits. */
@Module({ providers: [LimitsLifecycle] })
export class LimitsModule {}
