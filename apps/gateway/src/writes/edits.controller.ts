import { Controller, Delete, Patch, Post, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { revisionOf } from '#entity-tags/if-match.js';
import type { ObjectCommand } from '#object-rules/command.js';
import { Problem } from '#problems/problem.js';
import { checkJsonType } from '../checks/content-type.js';
import { EditCheck, type ObjectOrder, orderOf, type Patch as ObjectPatch } from '../checks/edit-commands.js';
import { type FieldFault, FieldWatch } from '../checks/field-watch.js';
import { outsideToken } from '../checks/narrowed-elements.js';
import { PictureStore } from '../services/picture-store.js';
import { answerChange, outsideProblem } from './change-answer.js';
import { ReleaseAudit } from './release-audit.js';
import { StoredElements } from './stored-elements.js';
import { WriteCalls } from './write-calls.js';
import { WriteMetrics } from './write-metrics.js';

const OBJECT = 'groups/:groupID/externalObjects/:externalId';

type EditOp = 'edit' | ObjectOrder;

/**
 * Calls on one object: PATCH, archival and restoration, erasure, legal holds, and the release of its id. All of them become commands
 * on the same log as updates.
 */
@Controller()
export class EditsController {
  constructor(
    private readonly calls: WriteCalls,
    private readonly edits: EditCheck,
    private readonly stored: StoredElements,
    private readonly fields: FieldWatch,
    private readonly metrics: WriteMetrics,
    private readonly holds: DirectoryCopy,
    private readonly pictures: PictureStore,
    private readonly releases: ReleaseAudit,
  ) {}

  @Patch(OBJECT)
  edit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('edit', request, reply);
  }

  @Post(`${OBJECT}/archive`)
  archive(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('archive', request, reply);
  }

  @Post(`${OBJECT}/restore`)
  restore(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('restore', request, reply);
  }

  @Delete(OBJECT)
  erase(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('erase', request, reply);
  }

  @Put(`${OBJECT}/hold`)
  hold(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('hold', request, reply);
  }

  @Delete(`${OBJECT}/hold`)
  release(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('release', request, reply);
  }

  @Delete('operator/workspaces/:workspaceId/externalObjects/:externalId/hold')
  releaseOf(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('release', request, reply);
  }

  @Delete('operator/workspaces/:workspaceId/ids/:externalId')
  releaseId(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.handle('release-id', request, reply);
  }

  /** Refuses early, as soon as this gateway knows the hold; the object service decides in any case. */
  private requireNoHold(workspace: string): void {
    if (this.holds.holdOf(workspace) !== undefined)
      throw new Problem('legal-hold', 'The workspace is under a legal hold; nothing in it can be erased until the hold is released.', {
        members: { code: 'legal-hold' },
      });
  }

  /** For an edit that undoes a change and so names a former picture: the picture must still be stored, and is kept for another day. */
  private async keepNamed(workspace: string, command: ObjectCommand): Promise<void> {
    const picture = command.op === 'edit' ? command.set.picture : undefined;
    if (typeof picture !== 'string' || (await this.pictures.keep(workspace, command.externalId, picture))) return;
    const detail = 'This object has no such picture; upload it with PUT …/picture. One that was replaced is kept for a day.';
    throw new Problem('invalid', detail, { errors: [{ pointer: '/picture', detail }] });
  }

  private async handle(op: EditOp, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { groupID, workspaceId, externalId } = request.params as { groupID?: string; workspaceId?: string; externalId: string };
    const workspace = groupID ?? workspaceId!;
    if (op === 'edit' || op === 'hold') checkJsonType(request.raw);
    if (op === 'erase' || op === 'release-id') this.requireNoHold(workspace);
    const ifRevision = revisionOf(request.raw.headers['if-match']);
    const taken = await this.calls.take<ObjectPatch | Buffer>(request, workspace, {
      name: `${op} ${externalId} ${ifRevision ?? ''}`,
      parse: (body) => (op === 'edit' ? this.edits.read(body, () => this.stored.of(workspace, externalId, request)) : body),
      check: (parsed, receivedAt, _preferences, { narrowing }) => {
        const order = { externalId, ifRevision, receivedAt };
        const command: ObjectCommand = op === 'edit' ? this.edits.edit(parsed as ObjectPatch, order) : orderOf(op, parsed as Buffer, order);
        const outside = narrowing && outsideToken(narrowing, command);
        if (outside !== undefined) throw outsideProblem(outside);
        const verdict =
          'fieldValues' in command && command.fieldValues ? this.fields.judge(workspace, command.fieldValues, receivedAt) : undefined;
        if (verdict !== undefined && 'refused' in verdict) throw conflictProblem(verdict.refused);
        return { commands: [[0, command]], refused: [], warnings: verdict?.warnings.map((fault) => ({ index: 0, ...fault })) };
      },
      before: (commands) =>
        op === 'release-id' ? this.releases.note(request, workspace, externalId) : this.keepNamed(workspace, commands[0]![1]),
    });
    this.metrics.count(taken);
    // No tag for an erased object, since nothing is left that a tag could be compared with.
    return answerChange(reply, workspace, taken, { tagged: op !== 'erase' && op !== 'release-id' });
  }
}

function conflictProblem({ code, detail, pointer }: FieldFault): Problem {
  return new Problem('invalid', detail, { errors: [{ pointer, detail }], members: { code } });
}
