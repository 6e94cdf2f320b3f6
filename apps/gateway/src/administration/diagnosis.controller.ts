import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { broken, type Finding, fine } from '#contracts/directory/diagnosis.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { BROKER_VARIABLES } from '#kafka/connection/broker-settings.js';
import { connectionAdvice } from '#kafka/connection/connection-advice.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { damageFindings } from '#kafka/records/damaged-batches.js';
import { checkTopics, TopicMismatchError, type TopicPlan } from '#kafka/topics/topics.js';
import { Broker } from '#service/broker.js';
import { CONFIG } from '#service/tokens.js';
import { productVersion } from '#settings/product-version.js';
import type { Config } from '../configuration/config.js';
import { NEWEST_VERSION } from '../routes/api-versions.js';
import { examineBroker } from './broker-report.js';
import { askDirectory } from './directory-report.js';
import { probeService } from './service-probe.js';
import { askService } from './service-report.js';

/** Short, since an operator waits for the answer; a broker that is slower than this is reported as a finding. */
const PATIENCE = { connectionTimeout: 1500, requestTimeout: 2000, retries: 1 };

/** The answer of GET /operator/diagnosis. */
interface Diagnosis {
  checkedAt: string;
  version: string;
  interfaceVersion: string;
  findings: Finding[];
}

/** Examines the whole installation for an operator: services, their databases, clocks, topics, lag, the directory. */
@Controller()
export class DiagnosisController {
  private readonly kafka: KafkaConnection;
  private running: Promise<Diagnosis> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly copy: DirectoryCopy,
    broker: Broker,
  ) {
    this.kafka = broker.connection('diagnosis').derive(PATIENCE);
  }

  @Get('operator/diagnosis')
  async read(@Res() reply: FastifyReply): Promise<FastifyReply> {
    // Concurrent requests share one run; each run opens connections.
    this.running ??= this.examine().finally(() => (this.running = undefined));
    return reply.header('cache-control', 'no-store').send(await this.running);
  }

  private async examine(): Promise<Diagnosis> {
    const { config, copy } = this;
    const { tokenIssuer, tokenAudience } = config;
    const version = productVersion();
    const here = () => ({ version, tokenIssuer, tokenAudience, complete: copy.complete, revision: copy.newestRevision });
    const found = await Promise.all([
      probeService('object-service', config.objectServiceUrl),
      probeService('projection-service', config.projectionUrl),
      probeService('directory-service', config.directoryUrl),
      probeService('webhook-service', config.webhookUrl),
      probeService('report-service', config.reportUrl),
      probeService('area-service', config.areaUrl),
      askService('area-service', config.areaUrl, config.internalToken, version),
      askService('object-service', config.objectServiceUrl, config.internalToken, version),
      askService('projection-service', config.projectionUrl, config.internalToken, version),
      askService('webhook-service', config.webhookUrl, config.internalToken, version),
      askService('report-service', config.reportUrl, config.internalToken, version),
      askDirectory(config.directoryUrl, config.internalToken, here),
      examineBroker(this.kafka, config.topicPrefix),
      examineTopics(this.kafka, {
        prefix: config.topicPrefix,
        objectPartitions: config.objectPartitions,
        replyPartitions: config.replyPartitions,
      }),
    ]);
    return {
      checkedAt: new Date().toISOString(),
      version,
      interfaceVersion: NEWEST_VERSION,
      findings: [
        fine('gateway.runtime', `Waymark ${version} on Node.js ${process.versions.node}`),
        ...damageFindings('gateway'),
        ...found.flat(),
      ],
    };
  }
}

/** Whether all topics match the settings of the gateway. */
async function examineTopics(kafka: KafkaConnection, plan: TopicPlan): Promise<Finding[]> {
  try {
    await checkTopics(kafka, plan);
    return [fine('broker.topics', 'all settings are correct')];
  } catch (error) {
    if (error instanceof TopicMismatchError)
      return error.message.split('\n').map((line) => broken('broker.topics', line, 'Follow the message; see docs/operations.md.'));
    return [
      broken(
        'broker.topics',
        'the broker does not answer',
        connectionAdvice(error, BROKER_VARIABLES, kafka.settings) ?? 'Start the broker, or read its log; check KAFKA_BROKERS.',
      ),
    ];
  }
}
