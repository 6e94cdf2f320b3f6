import type { TopicName } from '#contracts/topics.js';

/** Names of the entries of a backup, in their order. The records of topics follow, each topic an entry: `records/object.commands`. */
export const ENTRY = {
  installation: 'installation.json',
  secrets: 'secrets.json',
  base: 'base.tar',
  manifest: 'backup_manifest',
  summary: 'summary.json',
} as const;
export const RECORDS = 'records/';

/** The installation of the backup: written first. */
export interface BackedUpInstallation {
  waymark: string;
  /** Major version, as in 18. */
  postgres: number;
  /** Whole, as in 18.4. */
  postgresVersion: string;
  /** As Node.js names them: files of a database are those of one kind of processor. */
  arch: string;
  /** Number of the database cluster, as text. */
  systemIdentifier: string;
  objectPartitions: number;
  replyPartitions: number;
  schemas: Record<string, string>;
  /** RFC 3339, by the database's clock. */
  begunAt: string;
}

export interface PartitionPositions {
  partition: number;
  begin: number;
  end: number;
}

/** The facts known at the end: written last. */
export interface BackupSummary {
  /** A restore gives the state of the database at this moment or a little before it; RFC 3339, by its clock. */
  stateAt: string;
  startLsn: string;
  endLsn: string;
  timeline: number;
  /** Bytes of the database's files. */
  databaseBytes: number;
  broker: {
    clusterId: string;
    /** When the backup began, and behind its last record. */
    atBegin: Partial<Record<TopicName, PartitionPositions[]>>;
    atEnd: Partial<Record<TopicName, PartitionPositions[]>>;
  };
  /** Records of topics in the backup. */
  records: number;
}
