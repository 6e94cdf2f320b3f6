import { randomBytes } from 'node:crypto';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseUrl, prepareDatabase } from '#stack/database/database-command.js';
import type { DatabaseSizes } from '#stack/database/database-settings.js';
import { databaseUser } from '#stack/database/database-user.js';
import { freePorts } from '#stack/processes/free-port.js';
import { ServerProcess } from '#stack/processes/server-process.js';
import type { CertificateAuthority } from './certificates.js';
import { dieWithParent } from './die-with-parent.js';

/** The database of the product, with optional TLS. */
export interface SecuredDatabase {
  /** URL without a query, and so without TLS. It has the host name of the certificate. */
  url: string;
  stop(): Promise<void>;
}

const SIZES: DatabaseSizes = { maxConnections: 100, sharedBuffersMiB: 32, maxWalMiB: 256 };

/** Starts it on a free loopback port; it ends with this process. @param directory for its data, log and certificate */
export async function startSecuredDatabase(directory: string, authority: CertificateAuthority): Promise<SecuredDatabase> {
  const [port] = (await freePorts(1)) as [number];
  const password = randomBytes(12).toString('hex');
  const data = join(directory, 'database');
  const command = await prepareDatabase({ directory: data, logFile: join(directory, 'database.log'), port, password, sizes: SIZES });
  const { cert, key } = await authority.sign('database');
  const user = await databaseUser();
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (user) await chown(join(data, name), user.uid, user.gid);
  }
  const server = await ServerProcess.start(dieWithParent({ ...command, args: [...command.args, '-c', 'ssl=on'] }));
  return { url: databaseUrl({ port, password }).replace('127.0.0.1', 'localhost'), stop: async () => void (await server.stop()) };
}
