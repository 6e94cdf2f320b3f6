import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict, World } from './world.js';

const SHOWN = 12;

/** Keeps whole logs of a failed run, so that people can look for the cause. */
function keepLogs(world: World): string {
  const file = join(tmpdir(), `${world.options.name}-${world.options.seed}.log`);
  writeFileSync(file, world.logs(Infinity));
  return file;
}

/** A verdict for people: what was found, on which history, and how to see it again. */
export function verdictText(world: World, verdict: Verdict): string {
  const shown = verdict.findings.slice(0, SHOWN).map(({ rule, detail }) => `  ${rule}: ${detail.slice(0, 600)}`);
  const more = verdict.findings.length - shown.length;
  // Logs first: of a long report, often only the end is kept.
  return [
    world.logs(5),
    `${verdict.findings.length} findings on ${verdict.calls} calls, ${verdict.acknowledged} acknowledged ` +
      `elements, ${verdict.events} event records (seed ${world.options.seed})`,
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
    `answers: ${JSON.stringify(verdict.tally)}; exits nobody asked for: ${verdict.unasked.join(', ') || 'none'}`,
    `whole logs: ${keepLogs(world)}`,
  ].join('\n');
}
