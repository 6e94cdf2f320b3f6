import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '#testing/oracle/history.js';
import type { Verdict, World } from './world.js';

const SHOWN = 12;

/** Keeps the complete logs of a failed run, to look for the cause. */
function keepLogs(world: World): string {
  const file = join(tmpdir(), `${world.options.name}-${world.options.seed}.log`);
  writeFileSync(file, world.logs(Infinity));
  return file;
}

/** A call with its elements and answers, on one line. Repetitions of a call have its name. */
function callText({ name, status, sentAt, answeredAt, idempotencyKey, operationId, commands, answers }: Call): string {
  const elements = commands.map(({ index, externalId, observedAt }, at) => {
    const { outcome, ...details } = answers[at]!;
    return `[${index}] ${externalId} ${observedAt ?? 'no time'}: ${outcome} ${Object.values(details).join(' ')}`.trimEnd();
  });
  return (
    `  ${name}${idempotencyKey === undefined ? '' : ' with a key'}, ${Math.round(sentAt)} to ${Math.round(answeredAt)} ms: ` +
    `${status ?? 'no answer'}, operation ${operationId ?? 'unknown'}; ${elements.join('; ')}`
  );
}

/** A verdict as readable text: the findings, the calls they refer to, and how to reproduce them. */
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
    ...(verdict.concerned.length > 0 ? ['calls that the findings name:'] : []),
    ...verdict.concerned.slice(0, SHOWN).map((call) => callText(call).slice(0, 1_500)),
    `answers: ${JSON.stringify(verdict.tally)}; exits nobody asked for: ${verdict.unasked.join(', ') || 'none'}`,
    `whole logs: ${keepLogs(world)}`,
  ].join('\n');
}
