import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { databaseArguments } from '#stack/database/database-settings.js';
import { databaseUser } from '#stack/database/database-user.js';
import { runAs } from '#stack/database/run-as.js';
import { freePorts } from '#stack/processes/free-port.js';
import type { ServerCommand } from '#stack/processes/server-command.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { objectId, sampleOf, variantOf } from '../../load/fleet.js';
import { FEATURE_ID, frostId } from './entity-ids.js';

const USER = 'frost';
const DATABASE = 'sensorthings';
/** PostgreSQL 15 does not know it. */
const UNKNOWN_SETTING = 'io_workers';

/** A PostgreSQL with PostGIS for FROST, on the loopback, without a password. */
export interface FrostDatabase {
  port: number;
  user: string;
  name: string;
  command: ServerCommand;
}

/**
 * Creates a cluster with the settings of Waymark's database: fsync and synchronous commit are on.
 * @param programs folder of initdb and postgres
 */
export async function prepareFrostDatabase(folder: string, programs: string): Promise<FrostDatabase> {
  const [port] = (await freePorts(1)) as [number];
  const directory = join(folder, 'database');
  const user = await databaseUser();
  await mkdir(directory, { mode: 0o700 });
  if (user) await chown(directory, user.uid, user.gid);
  const initdb = join(programs, 'initdb');
  const layout = ['-D', directory, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums'];
  const creation = await runAs(user, initdb, layout, [initdb, directory]);
  await execa(creation.file, creation.args, { ...creation.user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } });
  const settings = databaseArguments();
  const unknown = settings.findIndex((setting) => setting.startsWith(UNKNOWN_SETTING));
  if (unknown > 0) settings.splice(unknown - 1, 2);
  const postgres = join(programs, 'postgres');
  const command = await runAs(user, postgres, ['-D', directory, '-p', String(port), ...settings], [postgres, directory]);
  return {
    port,
    user: USER,
    name: DATABASE,
    command: dieWithParent({
      ...command,
      name: 'database',
      environment: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      logFile: join(folder, 'database.log'),
      stopSignal: 'SIGINT' as const,
      stopTimeoutMs: 30_000,
      isReady: () => query(port, 'postgres', 'select 1').then(() => true),
      readyTimeoutMs: 60_000,
    }),
  };
}

/** @throws Error if PostGIS is not installed */
export async function createFrostDatabase({ port }: FrostDatabase): Promise<void> {
  await query(port, 'postgres', `create database ${DATABASE}`);
  await query(port, DATABASE, 'create extension postgis').catch((error: Error) => {
    throw new Error(`PostGIS is missing (${error.message}). Install it, on Debian with \`apt install postgresql-15-postgis-3\`.`);
  });
}

/** Whether the folder has the programs of a PostgreSQL server. */
export function hasServer(programs: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(programs, program)));
}

/**
 * Writes the fleet to the tables, since FROST needs a minute for it: for each object a thing with its first location and history, and a
 * datastream. Adds the indexes that FROST's documentation recommends for reads by place and by time.
 */
export async function fillFrostDatabase({ port }: FrostDatabase, objects: number): Promise<void> {
  const numbers = Array.from({ length: objects }, (_, number) => number);
  const samples = numbers.map((number) => sampleOf(variantOf(number, 0)));
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database: DATABASE });
  await client.connect();
  try {
    await client.query(
      `create temporary table fleet as select id, name, lat, lon, alt,
        jsonb_build_object('battery', battery, 'temperature', temperature) as properties
        from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
        as k (id, name, lat, lon, alt, battery, temperature)`,
      [
        numbers.map(frostId),
        numbers.map(objectId),
        ...(['lat', 'lon', 'alt', 'battery', 'temperature'] as const).map((key) => samples.map((sample) => sample[key])),
      ],
    );
    await client.query(FILL);
  } finally {
    await client.end();
  }
}

const FILL = `
  insert into "THINGS" ("ID", "NAME", "DESCRIPTION") select id, name, '' from fleet;
  insert into "LOCATIONS" ("ID", "NAME", "DESCRIPTION", "ENCODING_TYPE", "LOCATION", "GEOM", "PROPERTIES")
    select id, name, '', 'application/geo+json',
    json_build_object('type', 'Point', 'coordinates', json_build_array(lon, lat, alt))::text,
    ST_SetSRID(ST_MakePoint(lon, lat), 4326), properties from fleet;
  insert into "THINGS_LOCATIONS" ("THING_ID", "LOCATION_ID") select id, id from fleet;
  insert into "HIST_LOCATIONS" ("ID", "TIME", "THING_ID") select id, now(), id from fleet;
  insert into "LOCATIONS_HIST_LOCATIONS" ("LOCATION_ID", "HIST_LOCATION_ID") select id, id from fleet;
  insert into "SENSORS" ("ID", "NAME", "DESCRIPTION", "ENCODING_TYPE", "METADATA") values (1, 'receiver', '', 'text/plain', '');
  insert into "OBS_PROPERTIES" ("ID", "NAME", "DEFINITION", "DESCRIPTION") values (1, 'position', '', '');
  insert into "FEATURES" ("ID", "NAME", "DESCRIPTION", "ENCODING_TYPE", "FEATURE", "GEOM")
    values (${FEATURE_ID}, 'fleet', '', 'application/geo+json', '{"type":"Point","coordinates":[-2.9,53.5]}',
    ST_SetSRID(ST_MakePoint(-2.9, 53.5), 4326));
  insert into "DATASTREAMS" ("ID", "NAME", "DESCRIPTION", "OBSERVATION_TYPE", "SENSOR_ID", "OBS_PROPERTY_ID", "THING_ID",
    "UNIT_NAME", "UNIT_SYMBOL", "UNIT_DEFINITION")
    select id, name, '', 'http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_ComplexObservation', 1, 1, id, '', '', '' from fleet;
  select setval(pg_get_serial_sequence('"LOCATIONS"', 'ID'), (select max(id) from fleet));
  select setval(pg_get_serial_sequence('"HIST_LOCATIONS"', 'ID'), (select max(id) from fleet));
  create index on "LOCATIONS" using gist ("GEOM");
  create index on "OBSERVATIONS" ("DATASTREAM_ID", "PHENOMENON_TIME_START", "PHENOMENON_TIME_END", "ID");
  analyze`;

async function query(port: number, database: string, sql: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
