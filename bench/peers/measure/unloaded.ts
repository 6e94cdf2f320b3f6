import type { RunningPeer, Way } from '../peer.js';

const CALLS = 200;
const PAUSE_MS = 20;
/** For slow peers. */
const MAX_MS = 15_000;

/** The time of one update at a time, nothing else going on, until it is acknowledged. */
export async function measureUnloaded({ writes }: RunningPeer, { target }: Way): Promise<{ p50Ms: number; p99Ms: number }> {
  const { p50Ms, p99Ms } = await writes.write(target, {
    connections: 1,
    elementsPerCall: 1,
    calls: CALLS,
    pauseMs: PAUSE_MS,
    durationMs: MAX_MS,
  });
  return { p50Ms, p99Ms };
}
