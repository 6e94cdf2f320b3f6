import type { TopicName } from '#contracts/topics.js';

/** Names of the entries in a backup, in order. The records of topics follow, with an entry per topic such as `records/object.commands`. */
export const ENTRY = {
  installation: 'installation.json',
  secrets: 'secrets.json',
  base: 'base.tar',
  manifest: 'backup_manifest',
  summary: 'summary.json',
} as const;
export const RECORDS = 'records/';

/** Facts about the installation; the first entry. */
export interface BackedUpInstallation {
  waymark: string;
  /** Major version, such as 18. */
  postgres: number;
  /** Full version, such as 18.4. */
  postgresVersion: string;
  /** Node.js's name of the processor architecture, on which the files of a database depend. */
  arch: string;
  /** System identifier of the database cluster, as text. */
  systemIdentifier: string;
  objectPartitions: number;
  replyPartitions: number;
  schemas: Record<string, string>;
  /** Start of the backup by the database's clock; RFC 3339. */
  begunAt: string;
}

export interface PartitionPositions {
  partition: number;
  begin: number;
  end: number;
}

/** Facts that are known at the end; the last entry. */
export interface BackupSummary {
  /** Time of the restored database's state, or slightly later, by the database's clock; RFC 3339. */
  stateAt: string;
  startLsn: string;
  endLsn: string;
  timeline: number;
  /** Size of the database's files in bytes. */
  databaseBytes: number;
  broker: {
    clusterId: string;
    /** Positions at the start of the backup, and after its last record. */
    atBegin: Partial<Record<TopicName, PartitionPositions[]>>;
    atEnd: Partial<Record<TopicName, PartitionPositions[]>>;
  };
  /** Number of topic records in the backup. */
  records: number;
}
