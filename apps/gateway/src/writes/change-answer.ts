import type { FastifyReply } from 'fastify';
import type { ElementOutcome } from '#contracts/outcome.js';
import type { ElementCode } from '#object-rules/element-codes.js';
import type { ProblemType } from '#problems/problem-types.js';
import { Problem } from '#problems/problem.js';
import type { ElementFault } from '../checks/element-fault.js';
import { outcomeMembers, warningsMember } from './answer.js';
import { nameOperation, REPLAYED_HEADER, sendJson, sendPending } from './replies.js';
import type { TakenCall } from './write-calls.js';

/** Problem types for rejections; every other code is 422. An object of another workspace looks like a missing one. */
const PROBLEMS: Partial<Record<ElementCode, ProblemType>> = {
  'unknown-object': 'unknown-object',
  'belongs-to-another-workspace': 'unknown-object',
  'revision-conflict': 'revision-conflict',
  'outside-token': 'forbidden',
  'legal-hold': 'legal-hold',
  'id-in-use': 'conflict',
};

/** Answers a call that changed one object: with the outcome, or 202 while it is unknown. @throws Problem when it was refused */
export function answerChange(reply: FastifyReply, workspace: string, taken: TakenCall, { tagged }: { tagged: boolean }): FastifyReply {
  const { publicId, outcomes, warnings = [], preferences } = taken;
  if (outcomes === undefined) return sendPending(reply, workspace, taken);
  const outcome = outcomes[0]!;
  if (outcome[2] === 'rejected') throw rejection(outcome, taken);
  if (tagged) void reply.header('etag', `"${outcome[3]}"`);
  nameOperation(reply, taken);
  return sendJson(
    reply,
    200,
    `{"operationId":"${publicId}","index":0,${outcomeMembers(outcome)}${warningsMember(warnings, 0)}}`,
    preferences,
  );
}

function rejection(outcome: ElementOutcome & { 2: 'rejected' }, { publicId, replayed }: TakenCall): Problem {
  const [, , , code, detail] = outcome;
  return new Problem(PROBLEMS[code] ?? 'invalid', detail, {
    members: { code, operationId: publicId! },
    ...(replayed && { headers: { [REPLAYED_HEADER]: 'true' } }),
  });
}

/** The id is in the path, so a pointer into the body is only possible for a field. */
export function outsideProblem({ code, detail, pointer }: ElementFault): Problem {
  return new Problem('forbidden', detail, {
    errors: [{ pointer: pointer === '/externalId' ? 'externalId' : pointer, detail }],
    members: { code },
  });
}
