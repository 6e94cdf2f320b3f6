import { hash } from 'node:crypto';
import { Controller, Delete, Inject, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { revisionOf } from '#entity-tags/if-match.js';
import type { ObjectEdit } from '#object-rules/command.js';
import { CONFIG } from '#service/tokens.js';
import { outsideToken } from '../checks/narrowed-elements.js';
import { pictureType } from '../checks/picture-type.js';
import type { Config } from '../configuration/config.js';
import { PictureStore } from '../services/picture-store.js';
import { answerChange, outsideProblem } from './change-answer.js';
import { WriteCalls, type WriteRoute } from './write-calls.js';
import { WriteMetrics } from './write-metrics.js';

/** Sets and clears the picture of an object. The bytes go to the object service; naming the picture in the state is a normal edit. */
@Controller('groups/:groupID/externalObjects/:externalId/picture')
export class PicturesController {
  constructor(
    private readonly calls: WriteCalls,
    private readonly pictures: PictureStore,
    private readonly metrics: WriteMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Put()
  put(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { maxPictureBytes: maxBytes } = this.config;
    const mediaType = pictureType(request.raw);
    const { groupID: workspace, externalId } = request.params as { groupID: string; externalId: string };
    return this.change(request, reply, (bytes) => hash('sha256', bytes), {
      name: 'picture',
      body: { maxBytes, tooLarge: `A picture has at most ${maxBytes} bytes; save it smaller, or in a poorer quality.` },
      before: (_commands, bytes) => this.pictures.put(workspace, externalId, { mediaType, bytes }, request),
    });
  }

  @Delete()
  remove(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.change(request, reply, noPicture, { name: 'no picture' });
  }

  private async change(
    request: FastifyRequest,
    reply: FastifyReply,
    pictureIn: (body: Buffer) => string | null,
    route: Pick<WriteRoute<Buffer>, 'name' | 'body' | 'before'>,
  ): Promise<FastifyReply> {
    const { groupID: workspace, externalId } = request.params as { groupID: string; externalId: string };
    const ifRevision = revisionOf(request.raw.headers['if-match']);
    const taken = await this.calls.take<Buffer>(request, workspace, {
      ...route,
      name: `${route.name} ${externalId} ${ifRevision ?? ''}`,
      parse: (body) => body,
      check: (body, _receivedAt, _preferences, { narrowing }) => {
        const command: ObjectEdit = { op: 'edit', externalId, set: { picture: pictureIn(body) }, ifRevision };
        const outside = narrowing && outsideToken(narrowing, command);
        if (outside !== undefined) throw outsideProblem(outside);
        return { commands: [[0, command]], refused: [] };
      },
    });
    this.metrics.count(taken);
    return answerChange(reply, workspace, taken, { tagged: true });
  }
}

const noPicture = (): null => null;
