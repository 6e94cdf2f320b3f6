import { appendFile, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseOptions, prepareDatabase } from '#stack/database/database-command.js';
import { databaseUser } from '#stack/database/database-user.js';
import type { ServerCommand } from '#stack/processes/server-command.js';

/** Makes the copy of a cluster start as a streaming standby of a primary on the loopback. */
export async function asStandby(copy: string, primary: { port: number; password: string }): Promise<void> {
  const signal = join(copy, 'standby.signal');
  await writeFile(signal, '');
  const user = await databaseUser();
  if (user) await chown(signal, user.uid, user.gid);
  const connection = `host=127.0.0.1 port=${primary.port} user=waymark password=${primary.password}`;
  // The last line for a setting counts. A promoted standby must not wait for a standby that it does not have.
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\nsynchronous_standby_names = ''\n`);
}

/** The command that runs a standby. */
export async function prepareStandby(options: DatabaseOptions): Promise<ServerCommand> {
  const command = await prepareDatabase(options);
  // A standby needs at least as many as the primary, and initdb has written another number.
  return { ...command, args: [...command.args, '-c', 'max_worker_processes=8'] };
}
