import type { ConnectionOptions } from 'node:tls';
import type { GivenUpRecords } from '../records/damaged-batches.js';

/** Addresses of the brokers and how to connect to them. */
export interface BrokerAccess {
  /** `host:port`, at least one. */
  brokers: string[];
  /** If present, TLS is used with these certificates. */
  ssl?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;
  /** Damaged records that the operator has given up on. */
  givenUp?: readonly GivenUpRecords[];
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
}

/** Names of these settings, for messages. */
export interface AccessNames {
  brokers: string;
  tls: string;
  ca: string;
  cert: string;
  key: string;
  mechanism: string;
  username: string;
  password: string;
}
