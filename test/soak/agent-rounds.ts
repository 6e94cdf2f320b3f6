import { Random } from '#testing/workload/random.js';
import { AgentSite, VICTIMS } from '../faults/agent/agent-site.js';

/** Number of rounds that share a site: its history is always read as a whole. */
const ROUNDS_A_SITE = 25;

/** Kills the agent, hub, gateway or broker of a site at random, one per round. @returns whether every site was sound */
export async function agentRounds(rounds: number, seed: number): Promise<boolean> {
  console.log(`${rounds} rounds, seed ${seed}; replay with: npm run soak -- --agent --rounds ${rounds} --seed ${seed}`);
  const random = new Random(seed);
  const totals = { positions: 0, lostInCuts: 0, findings: 0 };
  for (let done = 0; done < rounds; done += ROUNDS_A_SITE) {
    const site = await AgentSite.open(`soak-agent-${done}`, random.integer(1, 1e6));
    try {
      const killed = new Map<string, number>();
      for (let round = 0; round < Math.min(ROUNDS_A_SITE, rounds - done); round++) {
        const victim = random.pick(VICTIMS);
        await site.round(victim);
        killed.set(victim, (killed.get(victim) ?? 0) + 1);
      }
      const { findings, positions, lostInCuts } = await site.judge();
      totals.positions += positions;
      totals.lostInCuts += lostInCuts;
      totals.findings += findings.length;
      const whom = [...killed].map(([victim, times]) => `${victim} ${times}`).join(', ');
      console.log(
        `rounds ${done + 1} to ${Math.min(rounds, done + ROUNDS_A_SITE)}: ` +
          `${findings.length === 0 ? 'sound' : 'FAILED'}; killed: ${whom}; ${positions} positions, ` +
          `${lostInCuts} of the hub lost at the moment of a kill`,
      );
      for (const finding of findings.slice(0, 20)) console.log(`  ${finding}`);
      if (findings.length > 0) console.log(site.log().slice(-8000));
    } finally {
      await site.close();
    }
  }
  console.log(
    `${rounds} rounds, ${totals.positions} positions judged, ${totals.lostInCuts} on their way between ` +
      `hub and agent when one was killed, ${totals.findings} findings.`,
  );
  return totals.findings === 0;
}
