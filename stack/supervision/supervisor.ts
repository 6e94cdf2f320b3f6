import { hostname } from 'node:os';
import { join } from 'node:path';
import { createKafka } from '#kafka/connection/connection.js';
import { ensureTopics } from '#kafka/topics/topics.js';
import type { Logger } from '#telemetry/logger.js';
import { prepareBroker } from '../broker/broker-command.js';
import { fetchBrokerJars, hasBrokerJars, isBrokerPrepared } from '../broker/broker-jars.js';
import { prepareDatabase } from '../database/database-command.js';
import { archivingSettings } from '../database/wal-archive.js';
import type { ServerCommand } from '../processes/server-command.js';
import { AfterRestore } from '../restored/after-restore.js';
import { passedOnSettings } from '../services/passed-on-settings.js';
import { serviceCommand } from '../services/service-command.js';
import { serviceEnvironment, type ServiceName, SERVICES } from '../services/service-environment.js';
import { JARS_FOLDER, portsOf } from '../settings/stack-settings.js';
import { checkPorts } from '../setup/check-ports.js';
import { ensurePrerequisites } from '../setup/prerequisites.js';
import { endLeftovers } from './end-leftovers.js';
import type { StackInstallation } from './installation.js';
import { ProcessRecords } from './process-record.js';
import { type Report, step } from './steps.js';
import { SupervisedServer } from './supervised-server.js';

/** The order of stopping: first no new work arrives, then current work is finished, then the servers stop. */
const STOP_RANK = { gateway: 1, service: 2, ground: 3 } as const;

/** Starts the whole installation in order, keeps it running, and stops it in order. */
export class Supervisor {
  private readonly records: ProcessRecords;
  private readonly servers: { rank: number; server: SupervisedServer }[] = [];
  private ending = false;

  constructor(
    private readonly installation: StackInstallation,
    private readonly report: Report,
    private readonly logger: Logger,
  ) {
    this.records = new ProcessRecords(installation.folder.run);
  }

  /** @throws Error with the obstacle; processes that are already started keep running until `stop` */
  async start(): Promise<void> {
    const left = this.records.running();
    if (left.length > 0) {
      const names = left.map(({ name }) => name).join(', ');
      await step(this.report, 'clean-up', `ending what an earlier run left behind: ${names}`, 'done', () => endLeftovers(this.records));
    }
    await checkPorts(portsOf(this.installation.settings));
    await ensurePrerequisites({
      needsMaven: !hasBrokerJars(JARS_FOLDER),
      onInstall: (what) => this.report({ type: 'step', name: 'prerequisites', text: `${what} missing: installing with apt-get` }),
    });
    const restored = AfterRestore.of(this.installation, this.logger);
    await allOrFirstError([this.startDatabase(), this.startBroker()]);
    if (restored) await this.startRestored(restored);
    else await allOrFirstError(SERVICES.map((name) => this.startService(name)));
  }

  /** Starts a restored installation. The gateway starts only when objects that were erased after the backup are erased again. */
  private async startRestored(restored: AfterRestore): Promise<void> {
    await step(this.report, 'restored', 'publishing what was not applied yet', 'done', () => restored.beforeServices());
    await allOrFirstError(SERVICES.filter((name) => name !== 'gateway').map((name) => this.startService(name)));
    const notice = await step(this.report, 'erasures', 'waiting until they are applied again', 'done', () => restored.beforeGateway());
    if (notice) this.report({ type: 'notice', level: 'warn', text: notice });
    await this.startService('gateway');
  }

  /** Stops the gateway, then the services, then broker and database, each within its time limit. */
  async stop(): Promise<void> {
    this.ending = true;
    for (const rank of Object.values(STOP_RANK)) {
      const ending = this.servers.filter((entry) => entry.rank === rank);
      await Promise.all(ending.map(({ server }) => step(this.report, server.name, 'stopping', 'stopped', () => server.stop())));
    }
  }

  /** Kills everything at once; committed data stays. */
  kill(): void {
    this.ending = true;
    for (const { server } of this.servers) server.kill();
  }

  private async startDatabase(): Promise<void> {
    const { folder, settings, secrets } = this.installation;
    await step(this.report, 'database', 'starting PostgreSQL', 'ready', async () => {
      const more = {
        checkpoint_timeout: `${settings.checkpointSeconds}s`,
        ...(settings.walArchive !== '' && archivingSettings(settings.walArchive)),
      };
      const options = {
        directory: folder.database,
        logFile: this.logFile('database'),
        port: settings.databasePort,
        password: secrets.databasePassword,
        more,
      };
      await this.run(await prepareDatabase(options), STOP_RANK.ground);
    });
  }

  private async startBroker(): Promise<void> {
    const { folder, settings } = this.installation;
    if (!(await isBrokerPrepared(JARS_FOLDER))) {
      await step(this.report, 'broker', 'preparing Apache Kafka (a download of 44 MB)', 'prepared', () => fetchBrokerJars(JARS_FOLDER));
    }
    await step(this.report, 'broker', 'starting Apache Kafka', 'ready', async () => {
      const place = {
        directory: folder.broker,
        port: settings.brokerPort,
        controllerPort: settings.controllerPort,
        fsync: settings.brokerFsync,
      };
      await this.run(await prepareBroker({ ...place, jars: JARS_FOLDER, logFile: this.logFile('broker') }), STOP_RANK.ground);
    });
    await step(this.report, 'topics', 'checking', 'ready', () => {
      const { brokers, topicPrefix: prefix, objectPartitions, replyPartitions } = this.installation.services;
      return ensureTopics(createKafka({ brokers: [...brokers], clientId: 'stack', logger: this.logger }), {
        prefix,
        objectPartitions,
        replyPartitions,
      });
    });
  }

  private async startService(name: ServiceName): Promise<void> {
    await step(this.report, name, 'starting', 'ready', () => {
      // Unlike the default, the name stays the same across restarts: the process takes over the partitions of a killed predecessor at once.
      const environment = {
        INSTANCE_ID: hostname(),
        ...passedOnSettings(name, process.env),
        ...serviceEnvironment(name, this.installation.services),
      };
      const command = serviceCommand(name, environment, this.logFile(name), { watch: this.installation.settings.watch });
      return this.run(command, name === 'gateway' ? STOP_RANK.gateway : STOP_RANK.service);
    });
  }

  private async run(command: ServerCommand, rank: number): Promise<void> {
    if (this.ending) throw new Error(`${command.name} is not started any more: everything is being ended.`);
    const server = new SupervisedServer(command, rank, this.records, (level, text) => {
      this.logger[level](text);
      this.report({ type: 'notice', level, text });
    });
    this.servers.push({ rank, server });
    await server.start();
  }

  private logFile(name: string): string {
    return join(this.installation.folder.logs, `${name}.log`);
  }
}

/** Waits for all of them even after a failure, so that nothing is started during a stop. */
async function allOrFirstError(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
