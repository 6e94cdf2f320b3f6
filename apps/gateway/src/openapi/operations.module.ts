import { Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { interfaceLimits } from './interface-limits.js';
import { operationsFor } from './operations.js';

/** Injection token of the operations by method and path, with the bounds of this installation. */
export const OPERATIONS = Symbol('described operations');

/** The description of all operations: the OpenAPI document and the check of query parameters use it. */
@Module({
  providers: [{ provide: OPERATIONS, useFactory: (config: Config) => operationsFor(interfaceLimits(config)), inject: [CONFIG] }],
  exports: [OPERATIONS],
})
export class OperationsModule {}
