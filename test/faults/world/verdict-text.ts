import type { Verdict, World } from './world.js';

const SHOWN = 12;

/** A verdict for people: what was found, on which history, and how to see it again. */
export function verdictText(world: World, verdict: Verdict): string {
  const shown = verdict.findings.slice(0, SHOWN).map(({ rule, detail }) => `  ${rule}: ${detail.slice(0, 600)}`);
  const more = verdict.findings.length - shown.length;
  return [
    `${verdict.findings.length} findings on ${verdict.calls} calls, ${verdict.acknowledged} acknowledged elements, ${verdict.events} event records (seed ${world.options.seed})`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
    `answers: ${JSON.stringify(verdict.tally)}; exits nobody asked for: ${verdict.unasked.join(', ') || 'none'}`,
    world.logs(),
  ].join('\n');
}
