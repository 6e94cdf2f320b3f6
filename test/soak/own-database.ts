import { join } from 'node:path';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import { dieWithParent } from '#testing/die-with-parent.js';

const PASSWORD = 'soak';

/** Starts a database with the product's settings in a folder. It ends with this process. */
export async function startDatabase(directory: string): Promise<{ server: ServerProcess; url: string; logFile: string }> {
  const [port] = (await freePorts(1)) as [number];
  const logFile = join(directory, 'database.log');
  const server = await ServerProcess.start(
    dieWithParent(await prepareDatabase({ directory: join(directory, 'database'), logFile, port, password: PASSWORD })),
  );
  return { server, url: databaseUrl({ port, password: PASSWORD }), logFile };
}
