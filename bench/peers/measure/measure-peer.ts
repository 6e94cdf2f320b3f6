import type { LoadFigures, RunningPeer, Way } from '../peer.js';
import { type BoxFigures, measureBoxes } from './boxes.js';
import { type KillFigures, measureKill } from './kill.js';
import { measureUnloaded } from './unloaded.js';

export interface WayFigures {
  way: Pick<Way, 'name' | 'acknowledged' | 'connections' | 'elementsPerCall'>;
  load: LoadFigures;
  unloaded: { p50Ms: number; p99Ms: number };
  kill: KillFigures;
}

export interface PeerFigures {
  name: string;
  ways: WayFigures[];
  boxes: BoxFigures;
}

/** In seconds: of one run, and of the load before it, in which the compilers of Java and JavaScript see the hot code. */
export interface Durations {
  run: number;
  warmUp: number;
}

/** Measures the load of each way, box queries, then the kills, since they end the processes. */
export async function measurePeer(name: string, peer: RunningPeer, { run, warmUp }: Durations): Promise<PeerFigures> {
  const loads: Omit<WayFigures, 'kill'>[] = [];
  for (const way of peer.ways) {
    await way.load(warmUp);
    const unloaded = await measureUnloaded(peer, way);
    const load = await way.load(run);
    loads.push({ way, load, unloaded });
    console.log(
      `${name}, ${way.name}: ${Math.round(load.elementsPerSecond)} elements/s, p50 ${load.p50Ms.toFixed(1)} ms; ` +
        `unloaded p50 ${unloaded.p50Ms.toFixed(1)} ms`,
    );
  }
  const boxes = await measureBoxes(peer, run);
  console.log(`${name}: ${Math.round(boxes.queriesPerSecond)} box queries/s of ${Math.round(boxes.objects)} objects`);
  const ways: WayFigures[] = [];
  for (const [index, way] of peer.ways.entries()) {
    const kill = await measureKill(peer, way);
    ways.push({ ...loads[index]!, kill });
    console.log(
      `${name}, ${way.name}: answers ${(kill.answersMs / 1000).toFixed(1)} s after a kill -9, ${kill.lost} of ${kill.objects} objects lost`,
    );
  }
  return { name, ways, boxes };
}
