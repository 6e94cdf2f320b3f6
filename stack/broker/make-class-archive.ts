import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../processes/free-port.js';
import { ServerProcess } from '../processes/server-process.js';
import { prepareBroker } from './broker-command.js';
import { classArchive } from './class-archive.js';

/** Creates the archive of the broker's classes by starting and stopping a broker with separate storage, which takes about 10 s. */
export async function makeClassArchive(jars: string): Promise<void> {
  const archive = await classArchive(jars);
  const partial = `${archive}.partial-${process.pid}`;
  const directory = await mkdtemp(join(tmpdir(), 'waymark-broker-classes-'));
  try {
    const [port, controllerPort] = (await freePorts(2)) as [number, number];
    const command = await prepareBroker({ directory, jars, logFile: join(directory, 'broker.log'), port, controllerPort });
    const broker = await ServerProcess.start({ ...command, args: [`-XX:ArchiveClassesAtExit=${partial}`, ...command.args] });
    await broker.stop();
    if (!existsSync(partial)) await writeFile(partial, '');
    await rename(partial, archive);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
