import { Module } from '@nestjs/common';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../config.js';
import { KeysModule } from '../keys/keys.module.js';
import { SigningKeys } from '../keys/signing-keys.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { MachineTokens } from './machine-tokens.js';
import { OperatorTokensController } from './operator-tokens.controller.js';
import { TokenUsesController } from './token-uses.controller.js';
import { WorkspaceTokensController } from './workspace-tokens.controller.js';

function createMachineTokens(
  { tokenIssuer: issuer, tokenAudience: audience, maxTokenDays: maxDays, maxLiveTokens: maxLive }: Config,
  store: DirectoryStore,
  keys: SigningKeys,
): MachineTokens {
  return new MachineTokens({ store, keys, issuer, audience, maxDays, maxLive });
}

/** Tokens for machines. */
@Module({
  imports: [PublishingModule, KeysModule],
  controllers: [OperatorTokensController, WorkspaceTokensController, TokenUsesController],
  providers: [{ provide: MachineTokens, useFactory: createMachineTokens, inject: [CONFIG, DirectoryStore, SigningKeys] }],
})
export class TokensModule {}
