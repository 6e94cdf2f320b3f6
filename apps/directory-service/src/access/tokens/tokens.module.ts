import { Module } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { repositoryOf } from '#service/repositories.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../../configuration/config.js';
import { MachineToken } from '../../entities/machine-token.entity.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { PublishingModule } from '../../publishing/publishing.module.js';
import { StorageModule } from '../../storage/storage.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { MachineTokens } from './machine-tokens.js';
import { OperatorTokensController } from './operator-tokens.controller.js';
import { TokenUsesController } from './token-uses.controller.js';
import { WorkspaceTokensController } from './workspace-tokens.controller.js';

function createMachineTokens(
  { tokenIssuer: issuer, tokenAudience: audience, maxTokenDays: maxDays, maxLiveTokens: maxLive }: Config,
  store: DirectoryStore,
  tokens: Repository<MachineToken>,
  keys: SigningKeys,
): MachineTokens {
  return new MachineTokens({ store, tokens, keys, issuer, audience, maxDays, maxLive });
}

/** Tokens for machines. */
@Module({
  imports: [StorageModule, PublishingModule, KeysModule],
  controllers: [OperatorTokensController, WorkspaceTokensController, TokenUsesController],
  providers: [
    { provide: MachineTokens, useFactory: createMachineTokens, inject: [CONFIG, DirectoryStore, repositoryOf(MachineToken), SigningKeys] },
  ],
})
export class TokensModule {}
