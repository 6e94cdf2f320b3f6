import { type DynamicModule, Module } from '@nestjs/common';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import { HealthModule } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { AuditController } from './auditing/audit.controller.js';
import { AuditLog } from './auditing/audit-log.js';
import { WorkspaceAuditController } from './auditing/workspace-audit.controller.js';
import { WorkspaceAudit } from './auditing/workspace-audit.js';
import type { Config } from './config.js';
import { DashboardsController } from './dashboards/dashboards.controller.js';
import { Dashboards } from './dashboards/dashboards.js';
import { DiagnosisController } from './diagnosis/diagnosis.controller.js';
import { Diagnosis } from './diagnosis/diagnosis.js';
import { FieldDefinitions } from './fields/field-definitions.js';
import { FieldSightingsController } from './fields/field-sightings.controller.js';
import { FieldSightings } from './fields/field-sightings.js';
import { FieldsController } from './fields/fields.controller.js';
import { IdReleasesController } from './ids/id-releases.controller.js';
import { IdReleases } from './ids/id-releases.js';
import { KeysController } from './keys/keys.controller.js';
import { SigningKeys } from './keys/signing-keys.js';
import { AuthController } from './login/auth.controller.js';
import { FirstOperatorController } from './login/first-operator.controller.js';
import { FirstOperator } from './login/first-operator.js';
import { Logins } from './login/logins.js';
import { OidcController } from './login/oidc.controller.js';
import { OidcSignIn } from './login/oidc-sign-in.js';
import { OwnPasswords } from './login/own-passwords.js';
import { Sessions } from './login/sessions.js';
import { WorkspaceMovesController } from './moving/workspace-moves.controller.js';
import { WorkspaceMoves } from './moving/workspace-moves.js';
import { MembersController } from './people/members.controller.js';
import { Members } from './people/members.js';
import { Memberships } from './people/memberships.js';
import { PeopleController } from './people/people.controller.js';
import { People } from './people/people.js';
import { PlansController } from './plans/plans.controller.js';
import { Plans } from './plans/plans.js';
import { PollAnswersController } from './polls/poll-answers.controller.js';
import { PollAnswers } from './polls/poll-answers.js';
import { PollResults } from './polls/poll-results.js';
import { PollsController } from './polls/polls.controller.js';
import { Polls } from './polls/polls.js';
import { QuotaController } from './quotas/quota.controller.js';
import { QuotaBook } from './quotas/quota-book.js';
import { TokenUsage } from './quotas/token-usage.js';
import { UsageController } from './quotas/usage.controller.js';
import { UsageOfWorkspaces } from './quotas/usage.js';
import { RetentionController } from './retention/retention.controller.js';
import { Retentions } from './retention/retentions.js';
import { WorkspaceHolds } from './retention/workspace-holds.js';
import { ShareLinksController } from './shares/share-links.controller.js';
import { ShareLinks } from './shares/share-links.js';
import { MachineTokens } from './tokens/machine-tokens.js';
import { OperatorTokensController } from './tokens/operator-tokens.controller.js';
import { TokenUsesController } from './tokens/token-uses.controller.js';
import { WorkspaceTokensController } from './tokens/workspace-tokens.controller.js';
import { SavedViews } from './views/saved-views.js';
import { ViewsController } from './views/views.controller.js';
import type { DirectoryWork } from './work.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';
import { Workspaces } from './workspaces/workspaces.js';

/**
 * The directory service, room by room: workspaces, plans, machine tokens, share links, signing keys, quotas, fields,
 * polls, dashboards, saved views, the audit, people and their login. Gateways alone call it.
 */
@Module({})
export class App {
  static of(parts: { config: Config; work: DirectoryWork; logger: Logger; registry: Registry }): DynamicModule {
    const { config, work, logger, registry } = parts;
    return {
      module: App,
      imports: [HealthModule.register({ checks: work.checks, registry, log: logger })],
      controllers: [
        WorkspacesController,
        PlansController,
        OperatorTokensController,
        WorkspaceTokensController,
        TokenUsesController,
        KeysController,
        AuditController,
        WorkspaceAuditController,
        ShareLinksController,
        DiagnosisController,
        FieldsController,
        FieldSightingsController,
        QuotaController,
        UsageController,
        PeopleController,
        MembersController,
        AuthController,
        OidcController,
        FirstOperatorController,
        RetentionController,
        IdReleasesController,
        PollsController,
        PollAnswersController,
        DashboardsController,
        ViewsController,
        WorkspaceMovesController,
      ],
      providers: [
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
        { provide: Workspaces, useValue: work.workspaces },
        { provide: WorkspaceMoves, useValue: work.moves },
        { provide: Plans, useValue: work.plans },
        { provide: MachineTokens, useValue: work.tokens },
        { provide: SigningKeys, useValue: work.keys },
        { provide: ShareLinks, useValue: work.shareLinks },
        { provide: AuditLog, useValue: work.audit },
        { provide: WorkspaceAudit, useValue: work.workspaceAudit },
        { provide: People, useValue: work.people },
        { provide: Memberships, useValue: work.memberships },
        { provide: Members, useValue: work.members },
        { provide: Logins, useValue: work.logins },
        { provide: Sessions, useValue: work.sessions },
        { provide: OwnPasswords, useValue: work.passwords },
        { provide: OidcSignIn, useValue: work.oidc },
        { provide: FirstOperator, useValue: work.firstOperator },
        { provide: QuotaBook, useValue: work.quotas },
        { provide: UsageOfWorkspaces, useValue: work.usage },
        { provide: TokenUsage, useValue: work.tokenUsage },
        { provide: Diagnosis, useValue: work.diagnosis },
        { provide: FieldDefinitions, useValue: work.fields },
        { provide: Retentions, useValue: work.retentions },
        { provide: IdReleases, useValue: work.idReleases },
        { provide: WorkspaceHolds, useValue: work.holds },
        { provide: Polls, useValue: work.polls },
        { provide: PollAnswers, useValue: work.pollAnswers },
        { provide: PollResults, useValue: work.pollResults },
        { provide: Dashboards, useValue: work.dashboards },
        { provide: SavedViews, useValue: work.views },
        { provide: FieldSightings, useValue: work.fieldSightings },
      ],
    };
  }
}
