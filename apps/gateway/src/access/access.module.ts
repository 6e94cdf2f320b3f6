import { Module } from '@nestjs/common';
import { AccessLifecycle } from './access-lifecycle.js';

/** Who read and changed what. */
@Module({ providers: [AccessLifecycle] })
export class AccessModule {}
