import { appendFile, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import type { DatabaseSizes } from '#stack/database/database-settings.js';
import { databaseUser } from '#stack/database/database-user.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { dieWithParent } from './die-with-parent.js';

/** A database and a hot standby that follows it by streaming; both end with this process. */
export interface ReplicatedDatabase {
  url: string;
  replicaUrl: string;
  /** From now on the replica shows nothing new, until `resume`. It goes on receiving. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const SIZES: DatabaseSizes = { maxConnections: 100, sharedBuffersMiB: 32, maxWalMiB: 256 };
const PASSWORD = 'replicated';

/** Starts both on free ports of the loopback. The embedded server has no pg_basebackup: the standby begins as a copy of the cluster from before its first start, which lacks nothing. */
export async function startReplicatedDatabase(directory: string): Promise<ReplicatedDatabase> {
  const [port, replicaPort] = (await freePorts(2)) as [number, number];
  const of = (name: string, at: number) => ({ directory: join(directory, name), logFile: join(directory, `${name}.log`), port: at, password: PASSWORD, sizes: SIZES });
  const primary = await prepareDatabase(of('primary', port));
  const copy = join(directory, 'replica');
  // With owners and modes.
  await execa('cp', ['-a', join(directory, 'primary'), copy]);
  const signal = join(copy, 'standby.signal');
  await writeFile(signal, '');
  const user = await databaseUser();
  if (user) await chown(signal, user.uid, user.gid);
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${port} user=waymark password=${PASSWORD}'\n`);
  const command = await prepareDatabase(of('replica', replicaPort));
  // A standby needs as many as the log says that the primary has, and initdb wrote its own number.
  const replica = { ...command, args: [...command.args, '-c', 'max_worker_processes=8'] };
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
