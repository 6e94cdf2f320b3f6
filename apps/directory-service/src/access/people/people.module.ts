import { Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../../configuration/config.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { Leaving } from './leaving.js';
import { MembersController } from './members.controller.js';
import { Members } from './members.js';
import { Memberships } from './memberships.js';
import { PeopleController } from './people.controller.js';
import { People } from './people.js';

/** People, and the workspaces that they belong to. */
@Module({
  imports: [PublishingModule],
  controllers: [PeopleController, MembersController],
  providers: [
    Leaving,
    {
      provide: People,
      useFactory: (store: DirectoryStore, leaving: Leaving, { oidcIssuer }: Config) =>
        new People(store, leaving, { oidc: oidcIssuer !== '' }),
      inject: [DirectoryStore, Leaving, CONFIG],
    },
    Memberships,
    Members,
  ],
  exports: [People, Leaving],
})
export class PeopleModule {}
