import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '#stack/processes/free-port.js';
import { dieWithParent } from '#testing/die-with-parent.js';
import { Endings } from '../../endings.js';
import { objectNumber, variantAt } from '../../load/fleet.js';
import { KillableServer } from '../../measure/killable-server.js';
import { FleetWrites } from '../load/fleet-writes.js';
import { writtenLoad } from '../measure/written-load.js';
import type { BoxReader, Peer, RunningPeer } from '../peer.js';
import { FLEET_KEY } from './fleet-key.js';
import { RespConnection } from './resp-connection.js';
import { encodeCommand, type Reply } from './resp.js';

const SHAPE = { connections: 16, elementsPerCall: 100 };
const MAX_OBJECTS = 1_000_000;

/** A reply of SCAN or WITHIN with POINTS. */
type Points = readonly [cursor: number, points: readonly (readonly [id: string, position: readonly string[]])[]];

/** @param program tile38-server; undefined if the user named none */
export function tile38(program: string | undefined): Peer {
  return {
    name: 'Tile38',
    missing: () =>
      program !== undefined && existsSync(program)
        ? undefined
        : `${program === undefined ? 'No server was named' : `There is no ${program}`}. Build it with ` +
          '`go install github.com/tidwall/tile38/cmd/tile38-server@latest` and name it by --tile38.',
    start: (objects, folder) => Endings.guard((endings) => start(program!, { objects, folder, endings })),
  };
}

async function start(
  program: string,
  { objects, folder, endings }: { objects: number; folder: string; endings: Endings },
): Promise<RunningPeer> {
  const [port] = (await freePorts(1)) as [number];
  const server = await KillableServer.start(
    dieWithParent({
      name: 'tile38',
      file: program,
      args: ['-h', '127.0.0.1', '-p', String(port), '-d', join(folder, 'data'), '-q'],
      environment: { PATH: process.env.PATH ?? '' },
      logFile: join(folder, 'tile38.log'),
      stopSignal: 'SIGTERM' as const,
      stopTimeoutMs: 20_000,
      isReady: async () => (await ask(port, ['PING'])) === 'PONG',
      readyTimeoutMs: 120_000,
    }),
  );
  endings.add(() => server.stop());
  const target = { kind: 'tile38', port } as const;
  const writes = new FleetWrites(objects);
  const processes = [server.measured('tile38', { family: false })];
  await writes.round(target, SHAPE);
  return {
    processes,
    writes,
    ways: [
      {
        name: 'SET with two fields and a point, pipelined',
        acknowledged:
          'in memory and written to the append-only file without a flush. Tile38 has no setting that flushes each write; in the ' +
          'background it flushes at most once a second. It keeps the newest position only: no outcome per element, no history, no feed',
        ...SHAPE,
        target,
        load: (seconds) => writtenLoad({ processes, writes }, target, SHAPE, seconds),
        newest: () => newest(port),
      },
    ],
    openBoxReader: () => openBoxReader(port),
    kill: () => server.kill(),
    restart: () => server.restart(),
    close: () => endings.run(),
  };
}

async function openBoxReader(port: number): Promise<BoxReader> {
  const connection = await RespConnection.open(port);
  return {
    async read({ south, west, north, east }) {
      const bounds = [south, west, north, east].map((degrees) => degrees.toFixed(6));
      const [reply] = await connection.send(encodeCommand(['WITHIN', FLEET_KEY, 'LIMIT', '1000', 'POINTS', 'BOUNDS', ...bounds]), 1);
      return pointsOf(reply!)[1].length;
    },
    close: () => connection.close(),
  };
}

async function newest(port: number): Promise<Map<number, number>> {
  const [, points] = pointsOf(await ask(port, ['SCAN', FLEET_KEY, 'LIMIT', String(MAX_OBJECTS), 'POINTS']));
  return new Map(points.map(([id, [lat]]) => [objectNumber(id), variantAt(Number(lat))]));
}

function pointsOf(reply: Reply): Points {
  if (!Array.isArray(reply)) throw new Error(`Tile38 answered ${String(reply)}.`);
  return reply as unknown as Points;
}

async function ask(port: number, parts: readonly string[]): Promise<Reply> {
  const connection = await RespConnection.open(port);
  try {
    return (await connection.send(encodeCommand(parts), 1))[0]!;
  } finally {
    connection.close();
  }
}
