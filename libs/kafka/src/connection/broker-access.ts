import type { ConnectionOptions } from 'node:tls';
import type { GivenUpRecords } from '../records/damaged-batches.js';

/** Where the brokers are and how they are spoken to. */
export interface BrokerAccess {
  /** `host:port`, at least one. */
  brokers: string[];
  /** Given: TLS is spoken, with these certificates. */
  ssl?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key'>;
  /** Damaged records that are not waited for any more. */
  givenUp?: readonly GivenUpRecords[];
  sasl?: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string };
}

/** The names of its parts for people. */
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
