import type { RefusedElement } from '#contracts/command.js';
import type { ElementOutcome } from '#contracts/outcome.js';

export interface UpdateAnswer {
  status: 200 | 207 | 403 | 422;
  body: string;
}

/** The answer of a call, its results in the order of the array (design 2). `publicId` null: nothing was published. */
export function answerOf(publicId: string | null, outcomes: readonly ElementOutcome[], refused: readonly RefusedElement[]): UpdateAnswer {
  let applied = 0;
  let foreign = 0;
  const total = outcomes.length + refused.length;
  const entries: { index: number; text: string }[] = [];
  for (const outcome of outcomes) {
    if (outcome[2] !== 'rejected') applied += 1;
    else if (outcome[3] === 'belongs-to-another-workspace') foreign += 1;
    entries.push({ index: outcome[0], text: `{"index":${outcome[0]},${outcomeMembers(outcome)}}` });
  }
  for (const element of refused) entries.push({ index: element.index, text: refusedText(element) });
  if (total > 1) entries.sort((a, b) => a.index - b.index);
  let results = '';
  for (const { text } of entries) results += results === '' ? text : `,${text}`;
  const status = applied === total ? 200 : applied > 0 ? 207 : foreign === total ? 403 : 422;
  return { status, body: `{"operationId":${publicId === null ? 'null' : `"${publicId}"`},"results":[${results}]}` };
}

/** JSON members of a result, without its index. */
export function outcomeMembers(outcome: ElementOutcome): string {
  const start = `"externalId":${JSON.stringify(outcome[1])},"status":"${outcome[2]}"`;
  if (outcome[2] === 'rejected') return `${start},"error":{"code":"${outcome[3]}","detail":${JSON.stringify(outcome[4])}}`;
  return `${start},"revision":${outcome[3]}${outcome[4] ? ',"stale":true' : ''}`;
}

function refusedText({ index, externalId, code, detail, pointer }: RefusedElement): string {
  return JSON.stringify({ index, externalId, status: 'rejected', error: { code, detail, pointer } });
}
