import { type BeforeApplicationShutdown, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Limits } from './limits.js';

/** Reports to the directory while the gateway runs, and returns leases at its end. */
@Injectable()
export class LimitsLifecycle implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(private readonly limits: Limits) {}

  onModuleInit(): void {
    this.limits.start();
  }

  beforeApplicationShutdown(): void {
    this.limits.stopWaiting();
  }

  onApplicationShutdown(): Promise<void> {
    return this.limits.stop();
  }
}
