import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { Sealing } from '#identity/sealing.js';
import { awaitTopics } from '#kafka/await-topics.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { migrate } from '#postgres/migrate.js';
import { createPool } from '#postgres/pool.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { upkeepActor } from './auditing/actor.js';
import { AuditLog } from './auditing/audit-log.js';
import { WorkspaceAudit } from './auditing/workspace-audit.js';
import type { Config } from './config.js';
import { Dashboards } from './dashboards/dashboards.js';
import { Diagnosis } from './diagnosis/diagnosis.js';
import { FieldDefinitions } from './fields/field-definitions.js';
import { FieldSightings } from './fields/field-sightings.js';
import { IdReleases } from './ids/id-releases.js';
import { SigningKeys } from './keys/signing-keys.js';
import { AccessTokens } from './login/access-tokens.js';
import { FirstOperator } from './login/first-operator.js';
import { LoginMetrics } from './login/login-metrics.js';
import { LoginThrottle } from './login/login-throttle.js';
import { Logins } from './login/logins.js';
import { OidcAttempts } from './login/oidc-attempts.js';
import { oidcProviderOf } from './login/oidc-provider-of.js';
import { OidcSignIn } from './login/oidc-sign-in.js';
import { OwnPasswords } from './login/own-passwords.js';
import { PasswordHashes } from './login/password-hashes.js';
import { Sessions } from './login/sessions.js';
import { WorkspaceMoves } from './moving/workspace-moves.js';
import { Members } from './people/members.js';
import { Memberships } from './people/memberships.js';
import { People } from './people/people.js';
import { Plans } from './plans/plans.js';
import { DuePolls } from './polls/due-polls.js';
import { PollAnswers } from './polls/poll-answers.js';
import { PollResults } from './polls/poll-results.js';
import { Polls } from './polls/polls.js';
import { VoterMarks } from './polls/voter-marks.js';
import { type StatePublisher, statePublisher } from './publishing/state-publisher.js';
import { GatewayClocks } from './quotas/gateway-clocks.js';
import { QuotaBook } from './quotas/quota-book.js';
import { SilentGateways } from './quotas/silent-gateways.js';
import { TokenUsage } from './quotas/token-usage.js';
import { UsageOfWorkspaces } from './quotas/usage.js';
import { Retentions } from './retention/retentions.js';
import { WorkspaceHolds } from './retention/workspace-holds.js';
import { ShareLinks } from './shares/share-links.js';
import { DirectoryStore } from './storage/directory-store.js';
import { MachineTokens } from './tokens/machine-tokens.js';
import { Upkeep } from './upkeep.js';
import { SavedViews } from './views/saved-views.js';
import { Workspaces } from './workspaces/workspaces.js';

const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

export interface WorkParts {
  config: Config;
  dataSource: DataSource;
  logger: Logger;
  registry: Registry;
}

/** Everything behind the routes, put together; it begins with `start` and ends in order. */
export class DirectoryWork implements OnApplicationShutdown {
  readonly keys: SigningKeys;
  readonly workspaces: Workspaces;
  readonly moves: WorkspaceMoves;
  readonly plans: Plans;
  readonly tokens: MachineTokens;
  readonly shareLinks: ShareLinks;
  readonly audit: AuditLog;
  readonly workspaceAudit: WorkspaceAudit;
  readonly people: People;
  readonly memberships: Memberships;
  readonly members: Members;
  readonly logins: Logins;
  readonly sessions: Sessions;
  readonly passwords: OwnPasswords;
  readonly oidc: OidcSignIn;
  readonly firstOperator: FirstOperator;
  readonly quotas: QuotaBook;
  readonly usage: UsageOfWorkspaces;
  readonly tokenUsage: TokenUsage;
  readonly diagnosis: Diagnosis;
  readonly fields: FieldDefinitions;
  readonly fieldSightings: FieldSightings;
  readonly retentions: Retentions;
  readonly holds: WorkspaceHolds;
  readonly idReleases: IdReleases;
  readonly polls: Polls;
  readonly pollAnswers: PollAnswers;
  readonly pollResults: PollResults;
  readonly dashboards: Dashboards;
  readonly views: SavedViews;
  private readonly pool: Pool;
  private readonly kafka: KafkaConnection;
  private readonly producer: CoalescingProducer;
  private readonly publisher: StatePublisher;
  private readonly upkeep: Upkeep;
  private readonly ending = new AbortController();
  private migrated = false;
  private phase: 'starting' | 'running' | 'stopping' = 'starting';

  constructor(private readonly parts: WorkParts) {
    const { config, logger, registry } = parts;
    this.kafka = createKafka({ ...brokerAccess(config), clientId: `${config.topicPrefix}directory-service-${config.instanceId}`, logger });
    this.producer = new CoalescingProducer({
      kafka: this.kafka,
      maxQueuedBytes: MAX_QUEUED_BYTES,
      logger,
      metrics: registry,
      name: 'directory',
    });
    this.pool = createPool({
      url: config.databaseUrl,
      schema: config.databaseSchema,
      max: config.databasePool,
      applicationName: `waymark-directory-service ${config.instanceId}`,
      timeline: new DatabaseTimeline(logger),
      onIdleError: (error) => logger.warn({ error: error.message }, 'an idle database connection was lost'),
    });
    this.publisher = statePublisher(this.pool, this.producer, this.kafka, config.topicPrefix, logger);
    const store = new DirectoryStore(this.pool, this.publisher);
    this.keys = new SigningKeys(store, new Sealing(config.keySecret), config.keyActivationSeconds);
    this.workspaces = new Workspaces(store, config.deleteGraceDays);
    this.moves = new WorkspaceMoves(store);
    this.plans = new Plans(store);
    this.tokens = new MachineTokens({
      store,
      keys: this.keys,
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      maxDays: config.maxTokenDays,
      maxLive: config.maxLiveTokens,
    });
    const throttle = new LoginThrottle(this.pool);
    this.shareLinks = new ShareLinks({
      store,
      keys: this.keys,
      throttle,
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      appUrl: config.appUrl,
      maxLive: config.maxLiveShareLinks,
      accessTokenMinutes: config.accessTokenMinutes,
    });
    this.audit = new AuditLog(this.pool);
    this.workspaceAudit = new WorkspaceAudit(this.pool);
    this.people = new People(store, { oidc: config.oidcIssuer !== '' });
    this.memberships = new Memberships(store);
    this.members = new Members(store);
    const hashes = new PasswordHashes(
      { memoryCost: config.passwordMemoryKib, timeCost: config.passwordPasses },
      { atATime: config.passwordHashesAtATime, waiting: config.passwordQueue },
    );
    const accessTokens = new AccessTokens({
      keys: this.keys,
      issuer: config.tokenIssuer,
      audience: config.tokenAudience,
      minutes: config.accessTokenMinutes,
    });
    const lifetimes = {
      idleDays: config.refreshIdleDays,
      absoluteDays: config.refreshAbsoluteDays,
      graceSeconds: config.refreshGraceSeconds,
    };
    this.sessions = new Sessions(store, accessTokens, lifetimes);
    this.logins = new Logins({ store, throttle, hashes, sessions: this.sessions, metrics: new LoginMetrics(registry) });
    this.passwords = new OwnPasswords({ store, throttle, hashes, sessions: this.sessions });
    this.firstOperator = new FirstOperator(store, hashes);
    this.oidc = new OidcSignIn({
      store,
      sessions: this.sessions,
      attempts: new OidcAttempts(config.keySecret),
      provider: oidcProviderOf(config),
      returnUrl: config.oidcReturnUrl,
      signUp: config.oidcSignUp,
    });
    this.fields = new FieldDefinitions(store);
    this.fieldSightings = new FieldSightings(this.pool);
    this.retentions = new Retentions(store);
    this.holds = new WorkspaceHolds(store);
    this.idReleases = new IdReleases(store);
    const marks = new VoterMarks(config.keySecret);
    this.polls = new Polls(store, marks);
    this.pollAnswers = new PollAnswers(store, marks);
    this.pollResults = new PollResults(this.pool, marks);
    this.dashboards = new Dashboards(store);
    this.views = new SavedViews(store);
    this.quotas = new QuotaBook(this.pool, new GatewayClocks(registry));
    this.usage = new UsageOfWorkspaces(this.pool);
    this.tokenUsage = new TokenUsage(this.pool);
    const forgetters = {
      sessions: this.sessions,
      'login-throttle': throttle,
      'oidc-attempts': this.oidc,
      'field-sightings': this.fieldSightings,
      'silent-gateways': new SilentGateways(this.pool),
      'token-usage': this.tokenUsage,
      'due-polls': new DuePolls(store),
    };
    const tasks = new UpkeepTasks(registry, logger);
    this.upkeep = new Upkeep({
      store,
      keys: this.keys,
      workspaces: this.workspaces,
      forgetters,
      keyRotationDays: config.keyRotationDays,
      tasks,
      logger,
    });
    this.diagnosis = new Diagnosis({ config, pool: this.pool, keys: this.keys, tasks });
  }

  /** True once every table is there. */
  get isMigrated(): boolean {
    return this.migrated;
  }

  get checks(): HealthCheck[] {
    return [
      { name: 'database', check: async () => void (await this.pool.query('select 1')) },
      {
        name: 'directory',
        check: () => {
          if (this.phase !== 'running') throw new Error(`the service is ${this.phase}`);
        },
      },
    ];
  }

  /**
   * Migrates, waits for the topic, makes what an installation begins with, and publishes what the topic lacks.
   * @throws Error when the database stays away for a minute, TopicMismatchError when the topic is not as it must be
   */
  async start(): Promise<void> {
    const { dataSource, config, logger } = this.parts;
    const migrated = await migrate(dataSource, { onWait: (reason) => logger.warn({ reason }, 'waiting for the database') });
    this.migrated = true;
    if (migrated.length > 0) logger.info({ migrated }, 'migrations were run');
    await dataSource.destroy();
    const plan = { prefix: config.topicPrefix, objectPartitions: 1, replyPartitions: 1 };
    await awaitTopics(this.kafka, { plan, names: ['directory.state'], logger, signal: this.ending.signal });
    if (this.ending.signal.aborted) return;
    await this.producer.connect();
    await this.publisher.start();
    await this.keys.keepFresh(upkeepActor('start'), config.keyRotationDays);
    await this.plans.begin(upkeepActor('start'));
    this.upkeep.start();
    if (!this.ending.signal.aborted) this.phase = 'running';
  }

  /** Not ready from now on. */
  stopping(): void {
    this.phase = 'stopping';
    this.ending.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    this.upkeep.stop();
    await this.publisher.stop();
    await this.producer.close();
    await this.pool.end();
  }
}
