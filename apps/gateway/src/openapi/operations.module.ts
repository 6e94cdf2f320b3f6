import { Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { interfaceLimits } from './interface-limits.js';
import { operationsFor } from './operations.js';

/** Injection token of the operations by method and path, with this installation's limits. */
export const OPERATIONS = Symbol('described operations');

/** Provides the description of all operations, for the OpenAPI document and the check of query parameters. */
@Module({
  providers: [{ provide: OPERATIONS, useFactory: (config: Config) => operationsFor(interfaceLimits(config)), inject: [CONFIG] }],
  exports: [OPERATIONS],
})
export class OperationsModule {}
