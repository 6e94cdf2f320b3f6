import type { GatewayMembers, LogMembers, QueueMembers, SourceMembers, StatusMembers, VersionCheckMembers } from './part-schemas.js';

/** The agent's YAML file, validated by its JSON Schema, with its secrets filled in. */
export interface AgentConfig {
  readonly gateway: GatewayConfig;
  readonly queue: QueueConfig;
  readonly status: StatusMembers;
  readonly log: LogMembers;
  /** Absent: the newest version is never requested. */
  readonly versionCheck?: VersionCheckMembers;
  readonly sources: readonly SourceConfig[];
}

export interface GatewayConfig extends Readonly<Omit<GatewayMembers, 'token'>> {
  /** Returns the token, which is read again from its file when the gateway rejects it. */
  readonly token: () => string;
  /** Changes when the contents of the files in `tls` change. */
  readonly certificates?: string;
}

export interface QueueConfig extends Readonly<QueueMembers> {
  /** Bytes on disk for the whole folder. */
  readonly maxBytes: number;
}

export interface SourceConfig extends Readonly<SourceMembers> {
  /** Prefix of every id, followed by a colon; empty: ids are sent unchanged. */
  readonly namespace: string;
  /** The members of this kind of source, as its schema defines them. */
  readonly options: unknown;
  /** Changes when the contents of the files in the kind's `tls` change; the source is then restarted. */
  readonly certificates?: string;
}
