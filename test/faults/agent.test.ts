import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AgentSite, VICTIMS } from './agent/agent-site.js';

const seed = Number(process.env['WAYMARK_SEED'] ?? Math.floor(Math.random() * 1e6));

describe(`a site and its agent, each part killed (WAYMARK_SEED=${seed}; more rounds: npm run soak -- --agent)`, () => {
  let site: AgentSite;
  beforeAll(async () => void (site = await AgentSite.open('faults-agent', seed)), 180_000);
  afterAll(async () => await site?.close(), 90_000);

  for (const victim of VICTIMS) it(`continues after a kill -9 of the ${victim}`, { timeout: 90_000 }, () => site.round(victim));

  it('has every position once, with its own time, and nothing old as the newest', { timeout: 240_000 }, async () => {
    const { findings, positions, lostInCuts } = await site.judge();
    if (findings.length > 0)
      expect.fail(
        `${findings.length} of ${positions} positions, ${lostInCuts} more lost in cuts\n${findings.slice(0, 20).join('\n')}\n…\n${findings.slice(-20).join('\n')}\nThe ` +
          `agent's log:\n${site.log().slice(-6000)}`,
      );
    expect(positions).toBeGreaterThan(200);
    expect(lostInCuts).toBeLessThan(positions / 5);
  });

  it('ends in order', { timeout: 60_000 }, async () => {
    expect(await site.stopAgent()).toBe(0);
  });
});
