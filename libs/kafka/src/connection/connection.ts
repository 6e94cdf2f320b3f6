import type { Logger } from 'pino';
import { Kafka, type KafkaConfig, type SASLOptions } from '#kafka-client';
import type { AccessNames, BrokerAccess } from './broker-access.js';
import { BROKER_VARIABLES } from './broker-settings.js';
import { kafkaLogCreator } from './client-log.js';
import { OwnedSockets } from './owned-sockets.js';
import { registerZstd } from './zstd-codec.js';

registerZstd();

export interface KafkaSettings extends BrokerAccess {
  clientId: string;
  logger: Logger;
  /** Names of these settings for log messages; default: the variables of a service. */
  names?: AccessNames;
}

/** How long a client waits for the broker; milliseconds. */
export interface ClientTimes {
  connectionTimeout: number;
  /** Limit for one answer; JoinGroup and Fetch have longer limits. */
  requestTimeout: number;
  /** Number of attempts after the first one. */
  retries: number;
  maxRetryTime: number;
}

/**
 * A login is renewed this long before the broker ends it (connections.max.reauth.ms). With the client's default of ten seconds, a login of
 * that length would be renewed before every request, and brokers refuse a second renewal within a second.
 */
const RENEW_LOGIN_MS = 2000;

/** Kafka's limit. The end of a longer client id is what distinguishes processes. */
const MAX_MEMBER_NAME = 249;

const USUAL_TIMES: ClientTimes = { connectionTimeout: 2000, requestTimeout: 5000, retries: 4, maxRetryTime: 1000 };

/**
 * A kafkajs client whose sockets can be closed at once: kafkajs itself keeps using a socket that no longer answers
 * (reliability, section 1, rule 3).
 */
export class KafkaConnection extends Kafka {
  private readonly sockets: OwnedSockets;

  constructor(
    readonly settings: KafkaSettings,
    times: ClientTimes = USUAL_TIMES,
  ) {
    const sockets = new OwnedSockets();
    super(clientConfig(settings, times, sockets));
    this.sockets = sockets;
  }

  /** A client with the same brokers and name, but its own sockets and other time limits. */
  derive(times: Partial<ClientTimes>): KafkaConnection {
    return new KafkaConnection(this.settings, { ...USUAL_TIMES, ...times });
  }

  /**
   * Name of this process within its consumer groups. When it is killed, or loses its broker, its next consumer takes over its partitions
   * at once, instead of when the session of the former one times out (static membership, KIP-345).
   */
  get memberName(): string {
    return this.settings.clientId.replace(/[^a-zA-Z0-9._-]/g, '_').slice(-MAX_MEMBER_NAME);
  }

  /** Notifies of lost connections: the next one may lead to another broker, whose log may have lost records. */
  onConnectionLost(listener: () => void): void {
    this.sockets.onLost = listener;
  }

  /** Closes all sockets of this client at once; the outcome of requests in flight is then unknown. */
  destroySockets(): void {
    this.sockets.destroy();
  }

  /** Breaks all sockets, so that the client reconnects instead of waiting for answers that will not arrive. */
  breakSockets(reason: string): void {
    this.sockets.destroy(new Error(reason));
  }
}

function clientConfig(settings: KafkaSettings, times: ClientTimes, sockets: OwnedSockets): KafkaConfig {
  return {
    brokers: settings.brokers,
    clientId: settings.clientId,
    ...(settings.ssl && { ssl: settings.ssl }),
    ...(settings.sasl && { sasl: settings.sasl as SASLOptions }),
    connectionTimeout: times.connectionTimeout,
    requestTimeout: times.requestTimeout,
    authenticationTimeout: times.requestTimeout,
    reauthenticationThreshold: RENEW_LOGIN_MS,
    retry: { initialRetryTime: 100, maxRetryTime: times.maxRetryTime, retries: times.retries },
    socketFactory: sockets.factory,
    logCreator: kafkaLogCreator(settings.logger, settings.names ?? BROKER_VARIABLES),
  };
}

/** The client of a service, not connected yet. It logs through pino, and supports gzip and zstd. */
export function createKafka(settings: KafkaSettings): KafkaConnection {
  return new KafkaConnection(settings);
}
