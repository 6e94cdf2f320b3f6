import { existsSync } from 'node:fs';
import { Client } from 'undici';
import { Endings } from '../../endings.js';
import { objectNumber, variantAt } from '../../load/fleet.js';
import { KillableServer } from '../../measure/killable-server.js';
import { FleetWrites } from '../load/fleet-writes.js';
import { writtenLoad } from '../measure/written-load.js';
import type { Box, BoxReader, Peer, RunningPeer, Way } from '../peer.js';
import { createFrostDatabase, fillFrostDatabase, hasServer, prepareFrostDatabase } from './database.js';
import { numberOf } from './entity-ids.js';
import { missingInTomcat, prepareFrostWebServer } from './web-server.js';

const PAGE = 1000;
const READ_TIMEOUT_MS = 120_000;
const NEWEST_LOCATIONS = `Locations?$top=${PAGE}&$select=name,location&$filter=${encodeURIComponent('Things/id gt 0')}`;

interface Point {
  coordinates: readonly [lon: number, lat: number];
}
interface Page<Entity> {
  value: readonly Entity[];
  '@iot.nextLink'?: string;
}

/** What the user named: the war, Tomcat's folder, and the folder of PostgreSQL's programs. */
export interface FrostPlaces {
  war?: string;
  tomcat?: string;
  postgres: string;
}

export function frost({ war, tomcat, postgres }: FrostPlaces): Peer {
  return {
    name: 'FROST-Server',
    missing() {
      if (war === undefined || !existsSync(war))
        return (
          `${war === undefined ? 'No war was named' : `There is no ${war}`}. Releases have none on Maven Central; build it from the ` +
          'sources with `mvn -pl FROST-Server.HTTP -am -DskipTests package` and name it by --frost.'
        );
      const lacks = tomcat === undefined ? 'folder' : missingInTomcat(tomcat);
      if (lacks !== undefined)
        return (
          `Tomcat has no ${lacks}. Unpack org.apache.tomcat:tomcat:10.1.59:tar.gz from Maven Central, copy the jars of ` +
          'org.postgresql:postgresql and net.postgis:postgis-jdbc to its folder lib, and name it by --tomcat.'
        );
      if (!hasServer(postgres))
        return `There is no PostgreSQL in ${postgres}. Install it with PostGIS, on Debian with \`apt install postgresql-15-postgis-3\`.`;
      return undefined;
    },
    start: (objects, folder) => Endings.guard((endings) => start({ war: war!, tomcat: tomcat!, postgres }, { objects, folder, endings })),
  };
}

async function start(
  { war, tomcat, postgres }: Required<FrostPlaces>,
  { objects, folder, endings }: { objects: number; folder: string; endings: Endings },
): Promise<RunningPeer> {
  const database = await prepareFrostDatabase(folder, postgres);
  const databaseServer = await KillableServer.start(database.command);
  endings.add(() => databaseServer.stop());
  await createFrostDatabase(database);
  const { url, command } = await prepareFrostWebServer(folder, { tomcat, war, database });
  const webServer = await KillableServer.start(command);
  endings.add(() => webServer.stop());
  await fillFrostDatabase(database, objects);

  const writes = new FleetWrites(objects, 1);
  const processes = [webServer.measured('frost', { family: false }), databaseServer.measured('database', { family: true })];
  const way = (
    name: string,
    acknowledged: string,
    entities: 'locations' | 'observations',
    elementsPerCall: number,
    newest: Way['newest'],
  ): Way => {
    const target = { kind: 'frost', url, entities } as const;
    const shape = { connections: 16, elementsPerCall };
    return { name, acknowledged, ...shape, target, load: (seconds) => writtenLoad({ processes, writes }, target, shape, seconds), newest };
  };
  return {
    processes,
    writes,
    ways: [
      way(
        'JSON $batch of new Locations, one transaction a call',
        'committed by PostgreSQL with a flush; the newest location and the history of locations are kept, and boxes find the newest',
        'locations',
        20,
        () => newestLocations(url),
      ),
      way(
        'CreateObservations (data array), the position as result',
        'committed by PostgreSQL with a flush; a history of results, which boxes do not find',
        'observations',
        20,
        () => newestObservations(url),
      ),
    ],
    openBoxReader: () => Promise.resolve(openBoxReader(url)),
    async kill() {
      await Promise.all([webServer.kill(), databaseServer.kill()]);
    },
    async restart() {
      await databaseServer.restart();
      await webServer.restart();
    },
    close: () => endings.run(),
  };
}

/**
 * A query of the newest locations, which are those with a thing; their names are the objects' ids. Without $expand, for which FROST runs a
 * statement per location. A closed ring, longitude first.
 */
function boxPath({ south, west, north, east }: Box): string {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const ring = corners.map((corner) => corner.map((degrees) => degrees!.toFixed(6)).join(' ')).join(',');
  return `${NEWEST_LOCATIONS}${encodeURIComponent(` and st_within(location,geography'POLYGON((${ring}))')`)}`;
}

function openBoxReader(url: string): BoxReader {
  const client = openClient(url);
  return {
    async read(box) {
      return (await get<Page<object>>(client, `${url}/${boxPath(box)}`)).value.length;
    },
    close: () => void client.destroy(),
  };
}

function newestLocations(url: string): Promise<Map<number, number>> {
  return newest<{ name: string; location: Point }>(url, NEWEST_LOCATIONS, ({ name, location }) => [objectNumber(name), location]);
}

function newestObservations(url: string): Promise<Map<number, number>> {
  const observations = 'Observations($select=result;$orderby=phenomenonTime desc;$top=1)';
  const path = `Datastreams?$select=id&$expand=${encodeURIComponent(observations)}&$orderby=id&$top=${PAGE}`;
  return newest<{ '@iot.id': number; Observations: { result: Point }[] }>(url, path, ({ '@iot.id': id, Observations }) => [
    numberOf(id),
    Observations[0]?.result,
  ]);
}

async function newest<Entity>(
  url: string,
  path: string,
  objectOf: (entity: Entity) => [number: number, point: Point | undefined],
): Promise<Map<number, number>> {
  const variants = new Map<number, number>();
  const client = openClient(url);
  try {
    for (let next: string | undefined = `${url}/${path}`; next !== undefined;) {
      const page: Page<Entity> = await get(client, next);
      for (const entity of page.value) {
        const [number, point] = objectOf(entity);
        if (point) variants.set(number, variantAt(point.coordinates[1]));
      }
      next = page['@iot.nextLink'];
    }
  } finally {
    void client.destroy();
  }
  return variants;
}

function openClient(url: string): Client {
  return new Client(new URL(url).origin, { headersTimeout: READ_TIMEOUT_MS, bodyTimeout: READ_TIMEOUT_MS });
}

async function get<Content>(client: Client, url: string): Promise<Content> {
  const { pathname, search } = new URL(url);
  const { statusCode, body } = await client.request({ method: 'GET', path: `${pathname}${search}` });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`FROST answered ${statusCode}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Content;
}
