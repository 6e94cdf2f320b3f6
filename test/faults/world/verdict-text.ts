import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict, World } from './world.js';

const SHOWN = 12;

/** Keeps the complete logs of a failed run, to look for the cause. */
function keepLogs(world: World): string {
  const file = join(tmpdir(), `${world.options.name}-${world.options.seed}.log`);
  writeFileSync(file, world.logs(Infinity));
  return file;
}

/** A verdict as readable text: the findings, the history they refer to, and how to reproduce them. */
export function verdictText(world: World, verdict: Verdict): string {
  const shown = verdict.findings.slice(0, SHOWN).map(({ rule, detail }) => `  ${rule}: ${detail.slice(0, 600)}`);
  const more = verdict.findings.length - shown.length;
  // Logs come first, because often only the end of a long report is kept.
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
