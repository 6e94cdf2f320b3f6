import type { DeadLetter, OpenedLetter } from '#kafka/dead-letters/dead-letter-desk.js';

const MAX_REASON = 100;
const REASONS_SHOWN = 10;

/** A reason without its values, so that the same faults can be counted together. */
function kindOf(reason: string): string {
  return printable(reason).replaceAll(/"[^"]*"|\b\d+\b|[0-9a-f]{8}-[0-9a-f-]{27}/gi, '…');
}

/** Removes control characters from text for a terminal, since anyone may have sent it. */
function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '�');
}

/** A queue as text: the number of letters, their reasons, and a line for each. */
export function describeQueue(queue: string, letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return `${queue}: none`;
  const reasons = new Map<string, number>();
  for (const { reason } of letters) reasons.set(kindOf(reason), (reasons.get(kindOf(reason)) ?? 0) + 1);
  const counted = [...reasons].sort(([, a], [, b]) => b - a).slice(0, REASONS_SHOWN);
  return [
    `${queue}: ${letters.length}`,
    ...counted.map(([reason, count]) => `  ${String(count).padStart(6)} × ${reason.slice(0, MAX_REASON)}`),
    ...letters.map((letter) => {
      const { topic, partition, offset } = letter.source;
      return (
        `  ${queue}:${letter.offset}  ${letter.time}  from ${topic}[${partition}]@${offset}  ${letter.size} ` +
        `bytes  ${printable(letter.reason).slice(0, MAX_REASON)}`
      );
    }),
  ].join('\n');
}

/** A letter with its content as text; a value that is not text is shown in base64. */
export function describeLetter(queue: string, letter: OpenedLetter): string {
  const { topic, partition, offset } = letter.source;
  return [
    `letter   ${queue}:${letter.offset}`,
    `reason   ${printable(letter.reason)}`,
    `time     ${letter.time}`,
    `source   ${topic}, partition ${partition}, offset ${offset}`,
    `key      ${letter.keyBytes === null ? '(none)' : textOf(letter.keyBytes)}`,
    ...Object.entries(letter.headers).map(([name, value]) => `header   ${printable(name)}: ${textOf(value)}`),
    `value    ${letter.value === null ? '(none)' : textOf(letter.value)}`,
  ].join('\n');
}

function textOf(bytes: Buffer): string {
  try {
    return printable(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return `base64 ${bytes.toString('base64')}`;
  }
}
