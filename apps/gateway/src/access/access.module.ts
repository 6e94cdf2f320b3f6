import { Module } from '@nestjs/common';
import { AccessLifecycle } from './access-lifecycle.js';
import { TokenUsesLifecycle } from './token-uses-lifecycle.js';

/** The log of reads and changes. */
@Module({ providers: [AccessLifecycle, TokenUsesLifecycle] })
export class AccessModule {}
