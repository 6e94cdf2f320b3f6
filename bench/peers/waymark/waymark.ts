import { Client } from 'undici';
import { startBenchServers, startBenchStack } from '../../bench-stack.js';
import { Endings } from '../../endings.js';
import { objectNumber, variantAt } from '../../load/fleet.js';
import { loadedRun } from '../../measure/loaded-run.js';
import { FleetWrites } from '../load/fleet-writes.js';
import type { BoxReader, LoadFigures, Peer, RunningPeer } from '../peer.js';

const SHAPE = { connections: 16, elementsPerCall: 100 };
const PAGE = 1000;
/** As in the rows of `npm run bench`. */
const MAX_LAG = 40_000;

interface Page {
  objects: readonly { externalId: string; position?: { lat: number } }[];
  next: string | null;
}

/** Waymark itself with its defaults, as `npm run bench` measures it. */
export const waymark: Peer = {
  name: 'Waymark',
  missing: () => undefined,
  start: (objects) => Endings.guard((endings) => start(objects, endings)),
};

async function start(objects: number, endings: Endings): Promise<RunningPeer> {
  const servers = await startBenchServers();
  endings.add(() => servers.close());
  const stack = await startBenchStack(servers);
  endings.add(() => stack.close());
  const { url, token, workspace } = stack;
  const writes = new FleetWrites(objects);
  const read = (client: Client, path: string): Promise<Page> => get(client, token, path);
  const list = `/groups/${workspace}/externalObjects?limit=${PAGE}`;

  const newest = async (): Promise<Map<number, number>> => {
    const variants = new Map<number, number>();
    const client = new Client(url);
    try {
      for (let next: string | null = list; next !== null;) {
        const page: Page = await read(client, next);
        for (const { externalId, position } of page.objects) if (position) variants.set(objectNumber(externalId), variantAt(position.lat));
        next = page.next;
      }
    } finally {
      void client.destroy();
    }
    return variants;
  };
  const load = async (mode: 'wait' | 'async', seconds: number): Promise<LoadFigures> => {
    const run = await loadedRun(stack, { ...SHAPE, mode, objects, durationMs: seconds * 1000 }, { maxLag: MAX_LAG });
    const { generator = 0, ...cpu } = run.measurement.cpu ?? {};
    const { wanted, elapsedMs, p50Ms, p99Ms } = run.load;
    const figures = { cpu, generatorCpu: generator, p50Ms, p99Ms };
    // That load began with its own rounds.
    await writes.round({ kind: 'waymark', url, token, workspace, mode: 'wait' }, SHAPE);
    return { elementsPerSecond: (wanted * 1000) / (mode === 'async' ? run.projectedMs : elapsedMs), ...figures };
  };
  const way = (name: string, acknowledged: string, mode: 'wait' | 'async'): RunningPeer['ways'][number] => ({
    name,
    acknowledged,
    ...SHAPE,
    target: { kind: 'waymark', url, token, workspace, mode },
    load: (seconds) => load(mode, seconds),
    newest,
  });
  await writes.round({ kind: 'waymark', url, token, workspace, mode: 'wait' }, SHAPE);
  return {
    processes: stack.processes,
    writes,
    ways: [
      way(
        'POST, waiting',
        'flushed by the broker, applied and committed by PostgreSQL with a flush; the answer has an outcome per element',
        'wait',
      ),
      way(
        'POST, asynchronous',
        'flushed by the broker; elements/s count elements that are readable, in the history and in the feed',
        'async',
      ),
    ],
    openBoxReader: () => Promise.resolve(openBoxReader(url, list, read)),
    async kill() {
      for (const service of stack.services) service.signal('SIGKILL');
      await Promise.all([...servers.servers.map((server) => server.kill()), ...stack.services.map((service) => service.exited)]);
    },
    async restart() {
      await Promise.all(servers.servers.map((server) => server.restart()));
      await Promise.all(stack.services.map((service) => service.restart()));
    },
    close: () => endings.run(),
  };
}

function openBoxReader(url: string, list: string, read: (client: Client, path: string) => Promise<Page>): BoxReader {
  const client = new Client(url);
  return {
    async read({ south, west, north, east }) {
      const corners = [west, south, east, north].map((degrees) => degrees.toFixed(6));
      return (await read(client, `${list}&bbox=${corners.join(',')}`)).objects.length;
    },
    close: () => void client.destroy(),
  };
}

async function get(client: Client, token: string, path: string): Promise<Page> {
  const { statusCode, body } = await client.request({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`The gateway answered ${statusCode}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as Page;
}
