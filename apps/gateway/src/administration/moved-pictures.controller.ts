import { Controller, Get, Inject, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import { CONFIG } from '#service/tokens.js';
import { Admission } from '../checks/admission.js';
import { readBody } from '../checks/body-bytes.js';
import { pictureType } from '../checks/picture-type.js';
import type { Config } from '../configuration/config.js';
import { PICTURE_NAME, PictureStore, sendPicture } from '../services/picture-store.js';

/** Uploads in progress; a move sends only a few at a time. */
const MAX_UPLOADS = 16;

/** The bytes of pictures of a workspace that is being moved, on the installation that it leaves and on the one that receives it. */
@Controller('operator/workspaces/:workspaceId')
export class MovedPicturesController {
  private readonly admission: Admission;

  constructor(
    private readonly pictures: PictureStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'maxPictureBytes'>,
  ) {
    this.admission = new Admission(MAX_UPLOADS, MAX_UPLOADS * config.maxPictureBytes);
  }

  @Get('externalObjects/:externalId/picture')
  async read(@Req() request: FastifyRequest, @Query('v') v: unknown, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { workspaceId, externalId } = request.params as { workspaceId: string; externalId: string };
    if (typeof v !== 'string' || !PICTURE_NAME.test(v))
      throw invalidParameter('v', 'It must be the SHA-256 of the picture: 64 lower-case hexadecimal digits.');
    const found = await this.pictures.find(workspaceId, externalId, v);
    if (found === undefined) throw new Problem('not-found', 'This object has no such picture.');
    return sendPicture(reply.header('cache-control', 'no-store'), found);
  }

  @Put('adoptions/externalObjects/:externalId/picture')
  async adopt(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { maxPictureBytes: maxBytes } = this.config;
    const mediaType = pictureType(request.raw);
    const { workspaceId, externalId } = request.params as { workspaceId: string; externalId: string };
    const admitted = this.admission.enter();
    try {
      const tooLarge = `A picture has at most ${maxBytes} bytes here (MAX_PICTURE_BYTES).`;
      const bytes = await readBody(request.raw, maxBytes, admitted, tooLarge);
      await this.pictures.putNamed(workspaceId, externalId, { mediaType, bytes }, request);
    } finally {
      admitted.leave();
    }
    return reply.code(204).send();
  }
}
