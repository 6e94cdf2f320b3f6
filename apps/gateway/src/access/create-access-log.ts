import { Counter } from 'prom-client';
import { topicName } from '#kafka/topics/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { AccessLog } from './access-log.js';

/** The access log of this gateway; it writes nothing before it is started. */
export function createAccessLog(config: Config, logger: Logger, registry: Registry): AccessLog {
  const dropped = new Counter({
    name: 'waymark_access_lines_dropped_total',
    help: 'Lines of the access log that found no room while the broker was away.',
    registers: [registry],
  });
  return new AccessLog({
    topic: topicName(config.topicPrefix, 'access.events'),
    partitions: config.objectPartitions,
    gateway: config.instanceId,
    maxLines: config.accessLogLines,
    onDropped: (lines) => dropped.inc(lines),
    logger,
  });
}
