import { appendFile, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseOptions, prepareDatabase } from '#stack/database/database-command.js';
import { databaseUser } from '#stack/database/database-user.js';
import type { ServerCommand } from '#stack/processes/server-command.js';

/** Turns the copy of a cluster into one that follows a primary on the loopback by streaming, from its next start on. */
export async function asStandby(copy: string, primary: { port: number; password: string }): Promise<void> {
  const signal = join(copy, 'standby.signal');
  await writeFile(signal, '');
  const user = await databaseUser();
  if (user) await chown(signal, user.uid, user.gid);
  const connection = `host=127.0.0.1 port=${primary.port} user=waymark password=${primary.password}`;
  // The last line wins. A standby that is promoted must not wait for a standby before it has one.
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\nsynchronous_standby_names = ''\n`);
}

/** How such a copy is run. */
export async function prepareStandby(options: DatabaseOptions): Promise<ServerCommand> {
  const command = await prepareDatabase(options);
  // A standby needs as many as the log says that the primary has, and initdb wrote its own number.
  return { ...command, args: [...command.args, '-c', 'max_worker_processes=8'] };
}
