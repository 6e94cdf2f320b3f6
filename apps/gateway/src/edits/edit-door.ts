import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { ElementOutcome } from '#contracts/outcome.js';
import type { ObjectCommand } from '#object-rules/command.js';
import type { ElementCode } from '#object-rules/element-codes.js';
import { Problem } from '#problems/problem.js';
import type { ProblemType } from '#problems/problem-types.js';
import { checkJsonType } from '../ingest/content-type.js';
import type { FieldFault, FieldWatch } from '../fields/field-watch.js';
import type { ElementFault } from '../ingest/element-fault.js';
import type { IngestMetrics } from '../ingest/ingest-metrics.js';
import { outsideToken } from '../ingest/narrowed-elements.js';
import { sendJson, sendPending } from '../ingest/replies.js';
import type { WriteCalls } from '../ingest/write-calls.js';
import { outcomeMembers, warningsMember } from '../outcomes/answer.js';
import { type EditCheck, type ObjectOrder, orderOf } from './edit-commands.js';
import { revisionOf } from './if-match.js';

type EditOp = 'edit' | ObjectOrder;

/** What a rejection is over HTTP; every other code is 422. A foreign object looks as one that does not exist. */
const PROBLEMS: Partial<Record<ElementCode, ProblemType>> = {
  'unknown-object': 'unknown-object',
  'belongs-to-another-workspace': 'unknown-object',
  'revision-conflict': 'revision-conflict',
  'outside-token': 'forbidden',
  'legal-hold': 'legal-hold',
};

/** PATCH on an object, its archival and restoration, its erasure, its legal hold: commands on the same log as updates (design 3). */
export class EditDoor {
  constructor(
    private readonly calls: WriteCalls,
    private readonly edits: EditCheck,
    private readonly fields: Pick<FieldWatch, 'judge'>,
    private readonly metrics: IngestMetrics,
    private readonly holds: Pick<DirectoryCopy, 'holdOf'>,
  ) {}

  readonly edit = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.handle('edit', request, reply);
  readonly archive = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.handle('archive', request, reply);
  readonly restore = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.handle('restore', request, reply);
  readonly erase = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.handle('erase', request, reply);
  readonly hold = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.handle('hold', request, reply);
  readonly release = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => this.handle('release', request, reply);

  /** The rules say the same behind the log; here it holds from the moment in which this gateway has heard of it. */
  private requireNoHold(workspace: string): void {
    if (this.holds.holdOf(workspace) !== undefined) throw new Problem('legal-hold', 'The workspace is under a legal hold; nothing in it is erased before the hold is released.', { members: { code: 'legal-hold' } });
  }

  private async handle(op: EditOp, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { groupID, workspaceId, externalId } = request.params as { groupID?: string; workspaceId?: string; externalId: string };
    const workspace = groupID ?? workspaceId!;
    if (op === 'edit' || op === 'hold') checkJsonType(request.raw);
    if (op === 'erase') this.requireNoHold(workspace);
    const ifRevision = revisionOf(request.raw.headers['if-match']);
    const taken = await this.calls.take(request, workspace, {
      name: `${op} ${externalId} ${ifRevision ?? ''}`,
      parse: (body) => body,
      check: (body, receivedAt, _preferences, { narrowing }) => {
        const order = { externalId, ifRevision, receivedAt };
        const command: ObjectCommand = op === 'edit' ? this.edits.edit(body, order) : orderOf(op, body, order);
        const outside = narrowing && outsideToken(narrowing, command);
        if (outside !== undefined) throw outsideProblem(outside);
        const verdict = 'fieldValues' in command && command.fieldValues ? this.fields.judge(workspace, command.fieldValues, receivedAt) : undefined;
        if (verdict !== undefined && 'refused' in verdict) throw conflictProblem(verdict.refused);
        return { commands: [[0, command]], refused: [], warnings: verdict?.warnings.map((fault) => ({ index: 0, ...fault })) };
      },
    });
    const { publicId, outcomes, warnings = [], preferences } = taken;
    this.metrics.count(taken);
    if (outcomes === undefined) return sendPending(reply, workspace, publicId!, preferences);
    const outcome = outcomes[0]!;
    if (outcome[2] === 'rejected') throw rejection(outcome, publicId!);
    // Of an erased object there is nothing that a tag could be compared with.
    if (op !== 'erase') void reply.header('etag', `"${outcome[3]}"`);
    return sendJson(reply, 200, `{"operationId":"${publicId}","index":0,${outcomeMembers(outcome)}${warningsMember(warnings, 0)}}`, preferences);
  }
}

function rejection(outcome: ElementOutcome & { 2: 'rejected' }, operationId: string): Problem {
  const [, , , code, detail] = outcome;
  return new Problem(PROBLEMS[code] ?? 'invalid', detail, { members: { code, operationId } });
}

/** The id is in the address, so only a field can be pointed at in the body. */
function outsideProblem({ code, detail, pointer }: ElementFault): Problem {
  return new Problem('forbidden', detail, { errors: [{ pointer: pointer === '/externalId' ? 'externalId' : pointer, detail }], members: { code } });
}

function conflictProblem({ code, detail, pointer }: FieldFault): Problem {
  return new Problem('invalid', detail, { errors: [{ pointer, detail }], members: { code } });
}
