import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import type { FrostDatabase } from './database.js';

const PATH = '/FROST-Server';
const HEAP = '-Xmx1g';
const CONNECTIONS = 20;
/** The drivers that FROST expects in Tomcat's folder lib. */
const DRIVERS = ['postgresql', 'postgis-jdbc'];

/** Tomcat with FROST. */
export interface FrostWebServer {
  /** Of the SensorThings API 1.1. */
  url: string;
  command: ServerCommand;
}

/** The first of the files that a Tomcat for FROST needs and the folder does not have. */
export function missingInTomcat(tomcat: string): string | undefined {
  if (!existsSync(join(tomcat, 'bin/bootstrap.jar'))) return 'bin/bootstrap.jar';
  const jars = readdirSync(join(tomcat, 'lib'));
  const missing = DRIVERS.find((driver) => !jars.some((jar) => jar.startsWith(`${driver}-`)));
  return missing && `lib/${missing}-….jar`;
}

/** Writes the settings of a separate instance (`catalina.base`), which listens on the loopback only. */
export async function prepareFrostWebServer(
  folder: string,
  { tomcat, war, database }: { tomcat: string; war: string; database: FrostDatabase },
): Promise<FrostWebServer> {
  const [port] = (await freePorts(1)) as [number];
  const home = resolve(tomcat);
  const base = join(folder, 'tomcat');
  const temporary = join(base, 'temp');
  for (const directory of ['conf', 'logs', 'temp', 'work', 'webapps']) await mkdir(join(base, directory), { recursive: true });
  await copyFile(join(home, 'conf/web.xml'), join(base, 'conf/web.xml'));
  await writeFile(
    join(base, 'conf/server.xml'),
    `<Server port="-1"><Service name="Catalina">
  <Connector port="${port}" address="127.0.0.1" protocol="HTTP/1.1" maxKeepAliveRequests="-1"/>
  <Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps" autoDeploy="false">
    <Context path="${PATH}" docBase="${resolve(war)}"/>
  </Host></Engine></Service></Server>\n`,
  );
  const root = `http://127.0.0.1:${port}${PATH}`;
  const url = `${root}/v1.1`;
  const jars = ['bootstrap.jar', 'tomcat-juli.jar'].map((jar) => join(home, 'bin', jar)).join(':');
  const command = dieWithParent({
    name: 'frost',
    file: 'java',
    args: [
      HEAP,
      `-Dcatalina.home=${home}`,
      `-Dcatalina.base=${base}`,
      `-Djava.io.tmpdir=${temporary}`,
      '-cp',
      jars,
      'org.apache.catalina.startup.Bootstrap',
      'start',
    ],
    environment: {
      PATH: process.env.PATH ?? '',
      ...(process.env.JAVA_HOME ? { JAVA_HOME: process.env.JAVA_HOME } : {}),
      serviceRootUrl: root,
      persistence_autoUpdateDatabase: 'true',
      persistence_db_driver: 'org.postgresql.Driver',
      persistence_db_url: `jdbc:postgresql://127.0.0.1:${database.port}/${database.name}`,
      persistence_db_username: database.user,
      persistence_db_password: database.user,
      persistence_db_conn_max: String(CONNECTIONS),
      persistence_db_conn_idle_max: String(CONNECTIONS),
    },
    logFile: join(folder, 'tomcat.log'),
    stopSignal: 'SIGTERM' as const,
    stopTimeoutMs: 20_000,
    // The first read of entities creates the tables.
    isReady: async () => {
      const { statusCode, body } = await request(`${url}/Things?$top=1`);
      await body.dump();
      return statusCode === 200;
    },
    readyTimeoutMs: 120_000,
  });
  return { url, command };
}
