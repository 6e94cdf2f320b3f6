import { request } from 'undici';
import { loadedRun } from '../measure/loaded-run.js';
import type { Measurement, Row } from '../measure/measurement.js';
import { CostMeter } from '../measure/process-costs.js';
import { p50AndP99 } from '../measure/statistics.js';
import type { ProductContext } from './context.js';
import { LAND, prepareStillFleet, STILL_OBJECTS, stillPlace } from './still-fleet.js';

const CALLS = 1000;
const MAX_MS = 20_000;
const ELEMENTS_PER_SECOND = 5000;
const VIEWERS = 2;
const BOX_READERS = 16;
const WARM_UP = 200;
/** Zoom levels of a map that is viewed and zoomed in. */
const ZOOMS = [3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16];

/** Measures reads that one client makes one after the other, until there are enough or the time is over. */
async function timed(
  { stack }: ProductContext,
  path: (call: number) => string,
  ends: () => boolean,
): Promise<{ latencies: number[]; sizes: number[] }> {
  const latencies: number[] = [];
  const sizes: number[] = [];
  for (let call = 0; !ends(); call++) {
    const sentAt = performance.now();
    // Not `fetch`, which itself takes a large part of a millisecond.
    const { statusCode, body } = await request(`${stack.url}/groups/${stack.workspace}${path(call)}`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });
    const bytes = await body.arrayBuffer();
    latencies.push(performance.now() - sentAt);
    sizes.push(bytes.byteLength);
    if (statusCode >= 300)
      throw new Error(`The gateway answered ${statusCode} to ${path(call)}: ${Buffer.from(bytes).toString('utf8', 0, 300)}`);
  }
  return { latencies, sizes };
}

function summary(latencies: readonly number[], of: 'p50' | 'p99', notes: string[]): Measurement {
  const times = p50AndP99(latencies);
  return { value: times[`${of}Ms`], ...times, notes: [`${latencies.length} reads`, ...notes] };
}

const reads = (id: string, what: string, must: number, aim: number, path: (call: number) => string): Row<ProductContext> => ({
  id,
  what: `${what}, ${STILL_OBJECTS.toLocaleString('en')} objects in the table: p50`,
  unit: 'ms',
  must,
  aim,
  async measure(context) {
    await prepareStillFleet(context.stack);
    // The first reads warm up the services.
    let warm = 0;
    await timed(
      context,
      (call) => path(CALLS + call),
      () => warm++ >= WARM_UP,
    );
    const until = performance.now() + MAX_MS;
    let calls = 0;
    const { latencies, sizes } = await timed(context, path, () => calls++ >= CALLS || performance.now() > until);
    return summary(latencies, 'p50', [`${Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)} bytes an answer`]);
  },
});

/** A number of a still object; consecutive calls spread over the whole table. */
const scattered = (call: number): number => (call * 611_953) % STILL_OBJECTS;

function boxOfAHundred(call: number): string {
  const { lat, lon } = stillPlace(scattered(call));
  const side = Math.sqrt((100 / STILL_OBJECTS) * (LAND.north - LAND.south) * (LAND.east - LAND.west));
  return [lon, lat, lon + side, lat + side].map((degrees) => degrees.toFixed(6)).join(',');
}

function tileAround(call: number, z: number): string {
  const { lat, lon } = stillPlace(scattered(call));
  const across = 2 ** z;
  const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * across);
  return `/tiles/${z}/${Math.floor(((lon + 180) / 360) * across)}/${y}.mvt`;
}

const boxPath = (call: number): string => `/externalObjects?limit=1000&bbox=${boxOfAHundred(call)}`;

const boxesRow: Row<ProductContext> = {
  id: 'boxes',
  what: `bounding boxes of about 100, ${STILL_OBJECTS.toLocaleString('en')} objects in the table, ${BOX_READERS} readers`,
  unit: 'requests/s',
  must: 3000,
  aim: 7000,
  async measure(context) {
    const { stack, seconds } = context;
    await prepareStillFleet(stack);
    const read = async (milliseconds: number): Promise<number[]> => {
      const until = performance.now() + milliseconds;
      const readers = await Promise.all(
        Array.from({ length: BOX_READERS }, (_, reader) =>
          timed(
            context,
            (call) => boxPath(call * BOX_READERS + reader),
            () => performance.now() > until,
          ),
        ),
      );
      return readers.flatMap(({ latencies }) => latencies);
    };
    await read(2_000);
    const meter = new CostMeter(stack.processes);
    const startedAt = performance.now();
    const latencies = await read(Math.min(seconds * 1000, MAX_MS));
    const elapsedMs = performance.now() - startedAt;
    const cpu = Object.fromEntries(Object.entries(meter.end()).map(([name, { cpuMicros }]) => [name, cpuMicros / latencies.length]));
    return { ...summary(latencies, 'p50', []), value: (latencies.length * 1000) / elapsedMs, cpu };
  },
};

const tilesRow: Row<ProductContext> = {
  id: 'tiles',
  what:
    `a vector tile of ${STILL_OBJECTS.toLocaleString('en')} objects, zooms ${ZOOMS[0]} to ${ZOOMS.at(-1)}, ` +
    `${VIEWERS} viewers, while ${ELEMENTS_PER_SECOND} elements/s come in: p99`,
  unit: 'ms',
  must: 150,
  async measure(context) {
    const { stack, seconds, objects } = context;
    await prepareStillFleet(stack);
    const load = loadedRun(stack, {
      mode: 'async',
      connections: 4,
      elementsPerCall: 50,
      objects,
      elementsPerSecond: ELEMENTS_PER_SECOND,
      durationMs: seconds * 1000,
    });
    const until = performance.now() + seconds * 1000;
    const zoom = (call: number): number => ZOOMS[call % ZOOMS.length]!;
    const viewers = await Promise.all(
      Array.from({ length: VIEWERS }, (_, viewer) =>
        timed(
          context,
          (call) => tileAround(call * VIEWERS + viewer, zoom(call)),
          () => performance.now() > until,
        ),
      ),
    );
    const { measurement } = await load;
    const perZoom = ZOOMS.map((z) => {
      const { p50Ms, p99Ms } = p50AndP99(viewers.flatMap(({ latencies }) => latencies.filter((_, call) => zoom(call) === z)));
      return `z${z} ${p50Ms.toFixed(1)}/${p99Ms.toFixed(1)}`;
    });
    const largest = Math.max(...viewers.flatMap(({ sizes }) => sizes));
    return {
      ...measurement,
      ...summary(
        viewers.flatMap(({ latencies }) => latencies),
        'p99',
        [
          `p50/p99 ${perZoom.join(', ')}`,
          `largest ${largest} bytes`,
          `writes ${measurement.p99Ms?.toFixed(0)} ms p99, ${measurement.lag} behind at most`,
        ],
      ),
    };
  },
};

export const mapReadRows: readonly Row<ProductContext>[] = [
  reads('one-object', 'one object', 2, 0.7, (call) => `/externalObjects/still-${scattered(call)}`),
  reads('box', 'bounding box of about 100', 4, 1.5, boxPath),
  boxesRow,
  reads(
    'nearest',
    'nearest 20',
    8,
    2,
    (call) => `/externalObjects?limit=20&near=${stillPlace(scattered(call)).lat.toFixed(6)},${stillPlace(scattered(call)).lon.toFixed(6)}`,
  ),
  tilesRow,
];
