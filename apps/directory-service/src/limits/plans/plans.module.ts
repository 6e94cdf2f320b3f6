import { Module, type OnModuleInit } from '@nestjs/common';
import { Startup } from '#service/startup.js';
import { upkeepActor } from '../../auditing/actor.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { PlansController } from './plans.controller.js';
import { Plans } from './plans.js';

/** The plans of workspaces; creates the first ones of a new installation. */
@Module({ imports: [StorageModule, PublishingModule], controllers: [PlansController], providers: [Plans], exports: [Plans] })
export class PlansModule implements OnModuleInit {
  constructor(
    private readonly plans: Plans,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.plans.begin(upkeepActor('start')));
  }
}
