import type { FastifyReply } from 'fastify';
import type { ElementOutcome } from '#contracts/outcome.js';
import type { ElementCode } from '#object-rules/element-codes.js';
import { Problem } from '#problems/problem.js';
import type { ProblemType } from '#problems/problem-types.js';
import type { ElementFault } from '../ingest/element-fault.js';
import { namePosition, sendJson, sendPending } from '../ingest/replies.js';
import type { TakenCall } from '../ingest/write-calls.js';
import { outcomeMembers, warningsMember } from '../outcomes/answer.js';

/** What a rejection is over HTTP; every other code is 422. A foreign object looks as one that does not exist. */
const PROBLEMS: Partial<Record<ElementCode, ProblemType>> = {
  'unknown-object': 'unknown-object',
  'belongs-to-another-workspace': 'unknown-object',
  'revision-conflict': 'revision-conflict',
  'outside-token': 'forbidden',
  'legal-hold': 'legal-hold',
};

/** Answers the call that changed one object: what became of it, or 202 while that is not known. @throws Problem when it was refused */
export function answerChange(reply: FastifyReply, workspace: string, { publicId, outcomes, warnings = [], preferences }: TakenCall, { tagged }: { tagged: boolean }): FastifyReply {
  if (outcomes === undefined) return sendPending(reply, workspace, publicId!, preferences);
  const outcome = outcomes[0]!;
  if (outcome[2] === 'rejected') throw rejection(outcome, publicId!);
  if (tagged) void reply.header('etag', `"${outcome[3]}"`);
  namePosition(reply, publicId);
  return sendJson(reply, 200, `{"operationId":"${publicId}","index":0,${outcomeMembers(outcome)}${warningsMember(warnings, 0)}}`, preferences);
}

function rejection(outcome: ElementOutcome & { 2: 'rejected' }, operationId: string): Problem {
  const [, , , code, detail] = outcome;
  return new Problem(PROBLEMS[code] ?? 'invalid', detail, { members: { code, operationId } });
}

/** The id is in the address, so only a field can be pointed at in the body. */
export function outsideProblem({ code, detail, pointer }: ElementFault): Problem {
  return new Problem('forbidden', detail, { errors: [{ pointer: pointer === '/externalId' ? 'externalId' : pointer, detail }], members: { code } });
}
