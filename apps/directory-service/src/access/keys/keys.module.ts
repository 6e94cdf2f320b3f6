import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Sealing } from '#identity/sealing.js';
import { repositoryOf } from '#service/repositories.js';
import { Startup } from '#service/startup.js';
import { CONFIG } from '#service/tokens.js';
import { upkeepActor } from '../../auditing/actor.js';
import type { Config } from '../../configuration/config.js';
import { SigningKey } from '../../entities/signing-key.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { KeysController } from './keys.controller.js';
import { SigningKeys } from './signing-keys.js';

/** The keys that sign access tokens; creates the first one of a new installation. */
@Module({
  imports: [StorageModule, PublishingModule],
  controllers: [KeysController],
  providers: [
    {
      provide: SigningKeys,
      useFactory: (store: DirectoryStore, keys: Repository<SigningKey>, { keySecret, keyActivationSeconds }: Config) =>
        new SigningKeys(store, keys, new Sealing(keySecret), keyActivationSeconds),
      inject: [DirectoryStore, repositoryOf(SigningKey), CONFIG],
    },
  ],
  exports: [SigningKeys],
})
export class KeysModule implements OnModuleInit {
  constructor(
    private readonly keys: SigningKeys,
    private readonly startup: Startup,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.startup.add(async () => void (await this.keys.keepFresh(upkeepActor('start'), this.config.keyRotationDays)));
  }
}
