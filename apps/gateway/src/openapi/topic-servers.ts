import type { Config } from '../configuration/config.js';

interface TopicServers {
  servers?: { servers: Record<string, object> };
  securitySchemes?: { securitySchemes: Record<string, object> };
}

const SCHEMES = { plain: 'plain', 'scram-sha-256': 'scramSha256', 'scram-sha-512': 'scramSha512' } as const;

/**
 * `servers` of the AsyncAPI document, with their security: the brokers for consumers. If none are configured, operators see the
 * brokers of the services; other callers see none, since they do not need to know the internal network.
 */
export function topicServers(
  {
    consumerBrokers,
    kafkaBrokers,
    kafkaTls,
    kafkaSaslMechanism: mechanism,
  }: Pick<Config, 'consumerBrokers' | 'kafkaBrokers' | 'kafkaTls' | 'kafkaSaslMechanism'>,
  shown: 'internal' | 'public',
): TopicServers {
  const brokers = consumerBrokers.length > 0 ? consumerBrokers : shown === 'internal' ? kafkaBrokers : [];
  if (brokers.length === 0) return {};
  const server = {
    protocol: kafkaTls ? 'kafka-secure' : 'kafka',
    description: 'Connect to any of the brokers. A consumer sees the objects of every workspace: see docs/consuming-the-topics.md.',
    ...(mechanism !== 'none' && { security: [{ $ref: '#/components/securitySchemes/login' }] }),
  };
  return {
    servers: { servers: Object.fromEntries(brokers.map((host, at) => [`broker-${at + 1}`, { host, ...server }])) },
    ...(mechanism !== 'none' && { securitySchemes: { securitySchemes: { login: { type: SCHEMES[mechanism] } } } }),
  };
}
