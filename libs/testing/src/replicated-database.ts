import { join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import type { DatabaseSizes } from '#stack/database/database-settings.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { dieWithParent } from './die-with-parent.js';
import { asStandby, prepareStandby } from './standby.js';

/** A database and a hot standby with streaming replication; both end with this process. */
export interface ReplicatedDatabase {
  url: string;
  replicaUrl: string;
  /** Stops the replica from applying changes until `resume`; it still receives them. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SIZES: DatabaseSizes = { maxConnections: 100, sharedBuffersMiB: 32, maxWalMiB: 256 };
const PASSWORD = 'replicated';

/**
 * Starts both on free loopback ports. The embedded server has no pg_basebackup, so the standby begins as a copy of the cluster from before
 * its first start.
 */
export async function startReplicatedDatabase(directory: string): Promise<ReplicatedDatabase> {
  const [port, replicaPort] = (await freePorts(2)) as [number, number];
  const of = (name: string, at: number) => ({
    directory: join(directory, name),
    logFile: join(directory, `${name}.log`),
    port: at,
    password: PASSWORD,
    sizes: SIZES,
  });
  const primary = await prepareDatabase(of('primary', port));
  const copy = join(directory, 'replica');
  // Keeps owners and modes.
  await execa('cp', ['-a', join(directory, 'primary'), copy]);
  await asStandby(copy, { port, password: PASSWORD });
  const replica = await prepareStandby(of('replica', replicaPort));
  const servers = [await ServerProcess.start(dieWithParent(primary))];
  try {
    servers.push(await ServerProcess.start(dieWithParent(replica)));
  } catch (error) {
    await servers[0]!.stop();
    throw error;
  }
  const replicaUrl = databaseUrl({ port: replicaPort, password: PASSWORD });
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: replicaUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  return {
    url: databaseUrl({ port, password: PASSWORD }),
    replicaUrl,
    pause: () => run('select pg_wal_replay_pause()'),
    resume: () => run('select pg_wal_replay_resume()'),
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}
