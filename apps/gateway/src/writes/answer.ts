import type { RefusedElement } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import type { ElementCode } from '#object-rules/element-codes.js';
import type { ElementWarning } from '../checks/field-watch.js';

export interface UpdateAnswer {
  status: 200 | 207 | 403 | 422;
  body: string;
}

/** If all elements were rejected for one of these reasons, the call as a whole was not allowed. */
const FORBIDDEN: ReadonlySet<ElementCode> = new Set<ElementCode>(['belongs-to-another-workspace', 'outside-token']);

/** The answer to a call, with results in the order of its elements. `publicId` is null if nothing was published. */
export function answerOf(
  publicId: string | null,
  outcomes: readonly ElementOutcome[],
  refused: readonly RefusedElement[],
  warnings: readonly ElementWarning[] = [],
): UpdateAnswer {
  let applied = 0;
  let forbidden = 0;
  const total = outcomes.length + refused.length;
  const entries: { index: number; text: string }[] = [];
  for (const outcome of outcomes) {
    if (outcome[2] !== 'rejected') applied += 1;
    else if (FORBIDDEN.has(outcome[3])) forbidden += 1;
    entries.push({
      index: outcome[0],
      text: `{"index":${outcome[0]},${outcomeMembers(outcome)}${outcome[2] === 'rejected' ? '' : warningsMember(warnings, outcome[0])}}`,
    });
  }
  for (const element of refused) {
    if (FORBIDDEN.has(element.code)) forbidden += 1;
    entries.push({ index: element.index, text: refusedText(element) });
  }
  if (total > 1) entries.sort((a, b) => a.index - b.index);
  let results = '';
  for (const { text } of entries) results += results === '' ? text : `,${text}`;
  const status = applied === total ? 200 : applied > 0 ? 207 : forbidden === total ? 403 : 422;
  return { status, body: `{"operationId":${publicId === null ? 'null' : `"${publicId}"`},"results":[${results}]}` };
}

/** A result's members as JSON, without its index. */
export function outcomeMembers(outcome: ElementOutcome): string {
  const start = `"externalId":${JSON.stringify(outcome[1])},"status":"${outcome[2]}"`;
  if (outcome[2] === 'rejected') return `${start},"error":{"code":"${outcome[3]}","detail":${JSON.stringify(outcome[4])}}`;
  return `${start},"revision":${outcome[3]}${outcome[4] ? ',"stale":true' : ''}`;
}

/** The member with the element's warnings; empty if it has none. */
export function warningsMember(warnings: readonly ElementWarning[], index: number): string {
  if (warnings.length === 0) return '';
  const own = warnings.filter((warning) => warning.index === index).map(({ code, detail, pointer }) => ({ code, detail, pointer }));
  return own.length === 0 ? '' : `,"warnings":${JSON.stringify(own)}`;
}

function refusedText({ index, externalId, code, detail, pointer }: RefusedElement): string {
  return JSON.stringify({ index, externalId, status: 'rejected', error: { code, detail, pointer } });
}
