import { Counter, Gauge } from 'prom-client';
import { defaultInstanceId } from '#settings/instance-id.js';
import { productVersion } from '#settings/product-version.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { createMetrics, watchedGauge } from '#telemetry/metrics.js';
import type { AgentConfig } from '../configuration/agent-config.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { type ReadConfiguration, readConfiguration } from '../configuration/read-configuration.js';
import type { Environment } from '../configuration/secret-references.js';
import { SOURCE_COUNTS } from '../reading/source.js';
import type { StatusReport } from '../status/status-report.js';
import { StatusServer } from '../status/status-server.js';
import { ConfigurationWatch } from './configuration-watch.js';
import { ControlServer } from './control-server.js';
import type { AgentMetrics } from './metrics.js';
import { Rates } from './rates.js';
import { countsOf, notReady, reportOf } from './report.js';
import { VersionCheck } from './version-check.js';
import { agentMetrics, Works } from './works.js';

export interface AgentOptions {
  readonly file: string;
  readonly environment: Environment;
  readonly onFatal: (error: Error) => void;
}

/** `agent run`: assembles all parts, and changes them at runtime when its file changes. */
export class Agent {
  readonly logger: Logger;
  private readonly registry = createMetrics('agent');
  private readonly metrics: AgentMetrics;
  private readonly warnings: Counter<'source' | 'warning'>;
  private readonly sourceCounts: Counter<'source' | 'what'>;
  private readonly startedAt = new Date();
  private readonly rates: Rates;
  private read: ReadConfiguration;
  private readAt = new Date();
  private fault: string | undefined;
  private works: Works | undefined;
  private status: StatusServer | undefined;
  private control: ControlServer | undefined;
  private watch: ConfigurationWatch | undefined;
  private versions: VersionCheck | undefined;
  private changing: Promise<void> = Promise.resolve();
  private ending = false;

  /** Reads the file. @throws ConfigurationError */
  constructor(private readonly options: AgentOptions) {
    this.read = readConfiguration(options.file, options.environment);
    this.logger = createLogger({ service: 'agent', instance: defaultInstanceId, level: this.config.log.level });
    this.metrics = agentMetrics(this.registry, () => this.works!);
    this.warnings = new Counter({
      name: 'waymark_agent_mapping_warnings_total',
      help: 'Messages sent despite a warning, by warning; since the start.',
      labelNames: ['source', 'warning'],
      registers: [this.registry],
    });
    this.sourceCounts = new Counter({
      name: 'waymark_agent_source_total',
      help: `Source activity other than delivering, by kind (${SOURCE_COUNTS.join(', ')}); since the start.`,
      labelNames: ['source', 'what'],
      registers: [this.registry],
    });
    this.rates = new Rates(() => countsOf(this.works!.queue.counters()));
    this.measure();
  }

  private get config(): AgentConfig {
    return this.read.config;
  }

  /** Address of the status page; undefined before the start. */
  get statusUrl(): string | undefined {
    return this.status?.url;
  }

  /** @throws for anything unavailable: the queue's folder, the port of the status page */
  async start(): Promise<void> {
    const { config, logger } = this;
    for (const warning of this.read.warnings) logger.warn(warning);
    this.works = this.open(config);
    this.status = await this.serve(config);
    this.control = await this.takeControl();
    this.works.start();
    this.rates.start();
    this.checkVersions(config);
    this.watch = new ConfigurationWatch(this.read.files, () => void this.reload('the file has changed'));
    this.watch.start();
    logger.info(
      {
        version: productVersion(),
        file: this.options.file,
        gateway: config.gateway.url,
        workspace: config.gateway.workspace,
        sources: config.sources.map(({ name }) => name),
        status: this.statusUrl,
      },
      'The agent runs.',
    );
  }

  /** Reads the file again and applies it; an invalid file changes nothing. One change at a time. */
  reload(why: string): Promise<void> {
    this.changing = this.changing.then(() => this.change(why)).catch((error: unknown) => this.refuse((error as Error).message));
    return this.changing;
  }

  async stop(): Promise<void> {
    this.ending = true;
    this.watch?.stop();
    this.versions?.stop();
    this.rates.stop();
    await this.changing;
    await Promise.all([this.control?.close(), this.works?.stop()]);
    await this.status?.close();
  }

  private async change(why: string): Promise<void> {
    if (this.ending || this.works === undefined) return;
    let next: ReadConfiguration;
    try {
      next = readConfiguration(this.options.file, this.options.environment);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return this.refuse(error.message);
    }
    const before = this.config;
    const { config } = next;
    this.watch?.watch(next.files);
    await this.moveStatus(before, config);
    if (needsOtherWorks(before, config)) await this.replaceWorks(before, config);
    else {
      const { started, stopped } = await this.works!.follow(config);
      this.logger.info({ why, started, stopped }, 'The configuration was reloaded.');
    }
    this.read = next;
    this.readAt = new Date();
    this.fault = undefined;
    this.logger.level = config.log.level;
    for (const warning of next.warnings) this.logger.warn(warning);
    if (before.versionCheck?.url !== config.versionCheck?.url) this.checkVersions(config);
  }

  private refuse(fault: string): void {
    this.fault = fault;
    this.logger.error({ fault }, 'The changed configuration cannot be used; the agent continues with the previous one.');
  }

  /** Changes the gateway or the queue: all current work ends first. If the change fails, the previous configuration continues. */
  private async replaceWorks(before: AgentConfig, config: AgentConfig): Promise<void> {
    this.logger.info('The settings of the gateway or the queue changed: everything is restarted.');
    await this.control?.close();
    await this.works!.stop();
    let failed: Error | undefined;
    try {
      this.works = this.open(config);
    } catch (error) {
      failed = error as Error;
      this.works = this.reopened(before);
    }
    this.control = await this.takeControl();
    this.works.start();
    if (failed !== undefined) throw failed;
  }

  /** Reopens what was just closed; if even that fails, the process has to be restarted. */
  private reopened(config: AgentConfig): Works {
    try {
      return this.open(config);
    } catch (error) {
      this.options.onFatal(error as Error);
      throw error;
    }
  }

  private async moveStatus(before: AgentConfig, config: AgentConfig): Promise<void> {
    if (before.status.host === config.status.host && before.status.port === config.status.port) return;
    const moved = await this.serve(config);
    await this.status?.close();
    this.status = moved;
    this.logger.info({ status: moved.url }, 'The status page has moved.');
  }

  private open(config: AgentConfig): Works {
    return new Works({
      config,
      log: this.logger,
      metrics: this.metrics,
      onWarning: (source, warning) => this.warnings.inc({ source, warning }),
      onCount: (source, what, number) => this.sourceCounts.inc({ source, what }, number),
      onFatal: this.options.onFatal,
    });
  }

  private serve({ status }: AgentConfig): Promise<StatusServer> {
    return StatusServer.listen(status, { report: () => this.report(), notReady: () => notReady(this.works!), registry: this.registry });
  }

  private takeControl(): Promise<ControlServer | undefined> {
    return ControlServer.listen(this.works!.queue, () => this.config, this.logger);
  }

  private checkVersions({ versionCheck }: AgentConfig): void {
    this.versions?.stop();
    this.versions = versionCheck && new VersionCheck(versionCheck.url, productVersion(), this.logger);
    this.versions?.start();
  }

  private report(): StatusReport {
    const { works, config, rates, startedAt, readAt, fault, options, versions } = this;
    return reportOf({ works: works!, config, rates, startedAt, readAt, fault, file: options.file, newerVersion: versions?.newer });
  }

  private measure(): void {
    const registers = [this.registry];
    const sources = (): ReturnType<Works['sources']> => this.works?.sources() ?? [];
    new Gauge({
      name: 'waymark_agent_source_connected',
      help: '1 while a source is connected.',
      labelNames: ['source'],
      registers,
      collect() {
        this.reset();
        for (const { name, state } of sources()) this.set({ source: name }, Number(state === 'connected'));
      },
    });
    watchedGauge(this.registry, {
      name: 'waymark_agent_configuration_valid',
      help: '0 while the changed file cannot be used.',
      value: () => Number(this.fault === undefined),
    });
    new Gauge({ name: 'waymark_agent_info', help: 'The running version.', labelNames: ['version'], registers }).set(
      { version: productVersion() },
      1,
    );
  }
}

function needsOtherWorks(before: AgentConfig, config: AgentConfig): boolean {
  const parts = ({ gateway, queue }: AgentConfig): string =>
    JSON.stringify([gateway.url, gateway.workspace, gateway.maxElements, gateway.tls, gateway.certificates, queue]);
  return parts(before) !== parts(config);
}
