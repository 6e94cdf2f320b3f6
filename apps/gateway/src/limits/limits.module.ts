import { Module } from '@nestjs/common';
import { LimitsLifecycle } from './limits-lifecycle.js';

/** Keeps leases and shares of what plans limit. */
@Module({ providers: [LimitsLifecycle] })
export class LimitsModule {}
