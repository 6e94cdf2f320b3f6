import { Module } from '@nestjs/common';
import { AccessLifecycle } from './access-lifecycle.js';
import { TokenUsesLifecycle } from './token-uses-lifecycle.js';

/** Who read and changed what. */
@Module({ providers: [AccessLifecycle, TokenUsesLifecycle] })
export class AccessModule {}
