import { Module } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { repositoryOf } from '#service/repositories.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../../configuration/config.js';
import { ShareLink } from '../../entities/share-link.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { LoginThrottle } from '../login/login-throttle.js';
import { LoginModule } from '../login/login.module.js';
import { ShareLinksController } from './share-links.controller.js';
import { ShareLinks } from './share-links.js';

function createShareLinks(
  { tokenIssuer: issuer, tokenAudience: audience, appUrl, maxLiveShareLinks: maxLive, accessTokenMinutes }: Config,
  store: DirectoryStore,
  links: Repository<ShareLink>,
  keys: SigningKeys,
  throttle: LoginThrottle,
): ShareLinks {
  return new ShareLinks({ store, links, keys, throttle, issuer, audience, appUrl, maxLive, accessTokenMinutes });
}

/** Links that show a part of a workspace to anyone with the link. */
@Module({
  imports: [StorageModule, PublishingModule, KeysModule, LoginModule],
  controllers: [ShareLinksController],
  providers: [
    {
      provide: ShareLinks,
      useFactory: createShareLinks,
      inject: [CONFIG, DirectoryStore, repositoryOf(ShareLink), SigningKeys, LoginThrottle],
    },
  ],
})
export class SharesModule {}
