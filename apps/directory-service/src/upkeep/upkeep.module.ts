import { Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import { KeysModule } from '../access/keys/keys.module.js';
import { SigningKeys } from '../access/keys/signing-keys.js';
import { LoginThrottle } from '../access/login/login-throttle.js';
import { LoginModule } from '../access/login/login.module.js';
import { OidcSignIn } from '../access/login/oidc-sign-in.js';
import { Sessions } from '../access/login/sessions.js';
import { DuePolls } from '../boards/polls/due-polls.js';
import { PollsModule } from '../boards/polls/polls.module.js';
import type { Config } from '../configuration/config.js';
import { QuotasModule } from '../limits/quotas/quotas.module.js';
import { SilentGateways } from '../limits/quotas/silent-gateways.js';
import { TokenUsage } from '../limits/quotas/token-usage.js';
import { DirectoryStore } from '../publishing/directory-store.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { FieldSightings } from '../workspaces/fields/field-sightings.js';
import { FieldsModule } from '../workspaces/fields/fields.module.js';
import { Workspaces } from '../workspaces/workspaces.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { Upkeep } from './upkeep.js';

function createUpkeep(
  { keyRotationDays }: Config,
  store: DirectoryStore,
  keys: SigningKeys,
  workspaces: Workspaces,
  sessions: Sessions,
  throttle: LoginThrottle,
  oidc: OidcSignIn,
  sightings: FieldSightings,
  gateways: SilentGateways,
  usage: TokenUsage,
  polls: DuePolls,
  tasks: UpkeepTasks,
  logger: Logger,
): Upkeep {
  const forgetters = {
    sessions,
    'login-throttle': throttle,
    'oidc-attempts': oidc,
    'field-sightings': sightings,
    'silent-gateways': gateways,
    'token-usage': usage,
    'due-polls': polls,
  };
  return new Upkeep({ store, keys, workspaces, forgetters, keyRotationDays, tasks, logger });
}

/** Periodic tasks. */
@Module({
  imports: [PublishingModule, KeysModule, WorkspacesModule, LoginModule, FieldsModule, QuotasModule, PollsModule],
  providers: [
    {
      provide: Upkeep,
      useFactory: createUpkeep,
      inject: [
        CONFIG,
        DirectoryStore,
        SigningKeys,
        Workspaces,
        Sessions,
        LoginThrottle,
        OidcSignIn,
        FieldSightings,
        SilentGateways,
        TokenUsage,
        DuePolls,
        UpkeepTasks,
        LOGGER,
      ],
    },
  ],
})
export class UpkeepModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.upkeep.start());
  }

  onApplicationShutdown(): void {
    this.upkeep.stop();
  }
}
