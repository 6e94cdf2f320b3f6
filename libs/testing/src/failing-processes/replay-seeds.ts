import process from 'node:process';
import type { Finding } from '../oracle/history.js';

/** Number of runs: `WAYMARK_SIMULATIONS`. */
export const SIMULATIONS = Number(process.env['WAYMARK_SIMULATIONS'] ?? 25);
const FIRST_SEED = Number(process.env['WAYMARK_SEED'] ?? 1);
const SHOWN_FINDINGS = 12;
/** A replay of a few seeds need not have all faults. */
const SEEDS_WITH_ALL_FAULTS = 20;
const FAULTS = ['cut-before', 'cut-after', 'die-before', 'die-after', 'suspend-before', 'suspend-after', 'crash', 'resumed'];

export interface Replayed {
  findings: Finding[];
  /** Number of compared rows. */
  judged: number;
}

/**
 * Replays a log with each seed.
 * @param tally counts the faults that occurred, by kind
 * @param more faults of other systems that must occur
 * @returns the number of compared rows, and faults that never occurred and so prove nothing
 * @throws Error with the first findings and the command line that repeats the run
 */
export async function replaySeeds(
  replay: (seed: number, tally: Map<string, number>) => Promise<Replayed>,
  more: readonly string[] = [],
): Promise<{ judged: number; missing: string[] }> {
  const tally = new Map<string, number>();
  let judged = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SIMULATIONS; seed++) {
    const again = `replay: WAYMARK_SEED=${seed} WAYMARK_SIMULATIONS=1`;
    const replayed = await replay(seed, tally).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}\n ${again}`, { cause: error });
    });
    judged += replayed.judged;
    const { findings } = replayed;
    const lines = findings.slice(0, SHOWN_FINDINGS).map(({ rule, detail }) => ` ${rule}: ${detail}`);
    if (findings.length > 0) throw new Error(`seed ${seed}: ${findings.length} findings\n${lines.join('\n')}\n ${again}`);
  }
  const expected = SIMULATIONS < SEEDS_WITH_ALL_FAULTS ? [] : [...FAULTS, ...more];
  return { judged, missing: expected.filter((fault) => !tally.has(fault)) };
}
