import { Module, type OnModuleInit } from '@nestjs/common';
import { Leaving } from '../../access/people/leaving.js';
import { PeopleModule } from '../../access/people/people.module.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { AdoptedViewsController } from './adopted-views.controller.js';
import { SavedViews } from './saved-views.js';
import { partViewsOf } from './views-of-leavers.js';
import { ViewsController } from './views.controller.js';

/** Views of the map that people save. */
@Module({
  imports: [StorageModule, PublishingModule, PeopleModule],
  controllers: [ViewsController, AdoptedViewsController],
  providers: [SavedViews],
})
export class ViewsModule implements OnModuleInit {
  constructor(private readonly leaving: Leaving) {}

  onModuleInit(): void {
    this.leaving.add(partViewsOf);
  }
}
