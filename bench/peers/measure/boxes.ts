import { sampleOf, VARIANTS } from '../../load/fleet.js';
import { CostMeter } from '../../measure/process-costs.js';
import { p50AndP99 } from '../../measure/statistics.js';
import type { Box, BoxReader, RunningPeer } from '../peer.js';

const READERS = 16;
const WARM_UP_MS = 2_000;
const MAX_MS = 10_000;
const OBJECTS = 100;
/** Scatters consecutive boxes. */
const STRIDE = 611;

export interface BoxFigures {
  queriesPerSecond: number;
  /** CPU microseconds per query of each process. */
  cpu: Readonly<Record<string, number>>;
  p50Ms: number;
  p99Ms: number;
  /** Number of objects in an answer, on average. */
  objects: number;
}

/** A box with about 100 objects: at any time the fleet is spread evenly over the samples. */
export function boxOf(call: number, objects: number): Box {
  const variants = Math.max(1, Math.min(VARIANTS, Math.round((OBJECTS * VARIANTS) / objects)));
  const first = (call * STRIDE) % (VARIANTS - variants + 1);
  const [from, to] = [sampleOf(first), sampleOf(first + variants - 1)];
  // Half of the distance between samples.
  return { south: from.lat - 0.0001, west: from.lon - 0.00015, north: to.lat + 0.0001, east: to.lon + 0.00015 };
}

export async function measureBoxes(peer: RunningPeer, seconds: number): Promise<BoxFigures> {
  const readers: BoxReader[] = [];
  try {
    while (readers.length < READERS) readers.push(await peer.openBoxReader());
    await read(readers, peer.writes.objects, WARM_UP_MS);
    const meter = new CostMeter(peer.processes);
    const startedAt = performance.now();
    let costs: ReturnType<CostMeter['end']> | undefined;
    const reading = read(readers, peer.writes.objects, Math.min(seconds * 1000, MAX_MS));
    const { latencies, found } = await reading.finally(() => (costs = meter.end()));
    const elapsedMs = performance.now() - startedAt;
    return {
      queriesPerSecond: (latencies.length * 1000) / elapsedMs,
      cpu: Object.fromEntries(Object.entries(costs ?? {}).map(([name, { cpuMicros }]) => [name, cpuMicros / latencies.length])),
      ...p50AndP99(latencies),
      objects: found / latencies.length,
    };
  } finally {
    for (const reader of readers) reader.close();
  }
}

async function read(readers: readonly BoxReader[], objects: number, milliseconds: number): Promise<{ latencies: number[]; found: number }> {
  const until = performance.now() + milliseconds;
  const latencies: number[] = [];
  let found = 0;
  const drive = async (reader: BoxReader, index: number): Promise<void> => {
    for (let call = index; performance.now() < until; call += readers.length) {
      const sentAt = performance.now();
      const inBox = await reader.read(boxOf(call, objects));
      latencies.push(performance.now() - sentAt);
      found += inBox;
    }
  };
  await Promise.all(readers.map(drive));
  return { latencies, found };
}
