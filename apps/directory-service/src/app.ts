import { type DynamicModule, Module } from '@nestjs/common';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { HealthModule } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { AuditController } from './auditing/audit.controller.js';
import { AuditLog } from './auditing/audit-log.js';
import type { Config } from './config.js';
import { Diagnosis } from './diagnosis/diagnosis.js';
import { DiagnosisController } from './diagnosis/diagnosis.controller.js';
import type { DirectoryWork } from './work.js';
import { KeysController } from './keys/keys.controller.js';
import { SigningKeys } from './keys/signing-keys.js';
import { Plans } from './plans/plans.js';
import { PlansController } from './plans/plans.controller.js';
import { MachineTokens } from './tokens/machine-tokens.js';
import { OperatorTokensController } from './tokens/operator-tokens.controller.js';
import { TokenUsesController } from './tokens/token-uses.controller.js';
import { WorkspaceTokensController } from './tokens/workspace-tokens.controller.js';
import { Workspaces } from './workspaces/workspaces.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';

/** The directory service, room by room: workspaces, plans, machine tokens, signing keys, the audit. Gateways alone call it. */
@Module({})
export class App {
  static of(parts: { config: Config; work: DirectoryWork; logger: Logger; registry: Registry }): DynamicModule {
    const { config, work, logger, registry } = parts;
    return {
      module: App,
      imports: [HealthModule.register({ checks: work.checks, registry, log: logger })],
      controllers: [DiagnosisController, WorkspacesController, PlansController, OperatorTokensController, WorkspaceTokensController, TokenUsesController, KeysController, AuditController],
      providers: [
        { provide: INTERNAL_TOKEN, useValue: config.internalToken },
        { provide: Diagnosis, useValue: work.diagnosis },
        { provide: Workspaces, useValue: work.workspaces },
        { provide: Plans, useValue: work.plans },
        { provide: MachineTokens, useValue: work.tokens },
        { provide: SigningKeys, useValue: work.keys },
        { provide: AuditLog, useValue: work.audit },
      ],
    };
  }
}
