import { createHash } from 'node:crypto';
import { Body, Controller, Get, Header, Headers, HttpCode, Inject, Param, Post, Put, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CALLER_HEADER, forwardedCallerOf } from '#identity/forwarded-caller.js';
import { forwardedNarrowing, NARROWED_HEADER } from '#identity/forwarded-narrowing.js';
import { InternalGuard } from '#identity/internal-guard.js';
import { Problem } from '#problems/problem.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { KeptPictures, type UploadedPicture } from './kept-pictures.js';
import { NoPictureError } from './picture-fault.js';
import { type PictureKind, pictureKind } from './picture-kind.js';

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** The bytes of pictures, for gateways. Which picture an object has is part of its state, and is set and read like the rest of it. */
@Controller('internal/groups/:workspace/externalObjects/:externalId/pictures')
@UseGuards(InternalGuard)
export class PicturesController {
  constructor(
    private readonly pictures: KeptPictures,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Stores a JPEG, PNG or WebP file whose bytes match `Content-Type`. */
  @Put()
  @HttpCode(200)
  async put(
    @Param('workspace') workspace: string,
    @Param('externalId') externalId: string,
    @Body() bytes: unknown,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<PictureKind & { sha256: string }> {
    const picture = this.uploaded(bytes, headers);
    await this.pictures.put(owner(workspace, externalId), picture, forwardedNarrowing(headers[NARROWED_HEADER]));
    const { mediaType, width, height, sha256 } = picture;
    return { mediaType, width, height, sha256 };
  }

  /** Stores the picture that an object already names, for objects that were moved here. 404 if the object names another picture. */
  @Put('named')
  @HttpCode(204)
  putNamed(
    @Param('workspace') workspace: string,
    @Param('externalId') externalId: string,
    @Body() bytes: unknown,
    @Headers() headers: Record<string, string | undefined>,
  ): Promise<void> {
    return this.pictures.putNamed(owner(workspace, externalId), this.uploaded(bytes, headers));
  }

  private uploaded(bytes: unknown, headers: Record<string, string | undefined>): UploadedPicture {
    if (!Buffer.isBuffer(bytes)) throw new Problem('unsupported-media-type', 'Send the picture as image/jpeg, image/png or image/webp.');
    const kind = this.judged(bytes, headers['content-type']);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { subject: by } = forwardedCallerOf(headers[CALLER_HEADER]);
    return { ...kind, sha256, bytes, by };
  }

  /** Keeps a picture for another day before an edit names it. 404 if this object has no such picture. */
  @Post(':sha256/keep')
  @HttpCode(204)
  async keep(
    @Param('workspace') workspace: string,
    @Param('externalId') externalId: string,
    @Param('sha256') sha256: string,
  ): Promise<void> {
    if (!SHA256_HEX.test(sha256) || !(await this.pictures.keep(owner(workspace, externalId), sha256))) throw notKept();
  }

  @Get(':sha256')
  @Header('cache-control', 'no-store')
  async find(
    @Param('workspace') workspace: string,
    @Param('externalId') externalId: string,
    @Param('sha256') sha256: string,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const found = SHA256_HEX.test(sha256) ? await this.pictures.find(owner(workspace, externalId), sha256) : undefined;
    if (found === undefined) throw notKept();
    return reply.header('content-type', found.mediaType).send(found.bytes);
  }

  private judged(bytes: Buffer, contentType: string | undefined): PictureKind {
    let kind: PictureKind;
    try {
      kind = pictureKind(bytes);
    } catch (error) {
      if (!(error instanceof NoPictureError)) throw error;
      throw new Problem('invalid', error.message);
    }
    if (contentType !== kind.mediaType)
      throw new Problem(
        'invalid',
        `The bytes are ${kind.mediaType}, but Content-Type is ${contentType ?? 'missing'}; send the matching Content-Type.`,
      );
    const { width, height } = kind;
    const { maxPicturePixels: most } = this.config;
    if (Math.max(width, height) > most)
      throw new Problem(
        'body-too-large',
        `The picture has ${width} × ${height} pixels, and each side may have at most ${most}; make it smaller.`,
      );
    return kind;
  }
}

function owner(workspace: string, externalId: string): { workspace: string; externalId: string } {
  if (workspace.includes('\0') || externalId.includes('\0')) throw new Problem('unknown-object');
  return { workspace, externalId };
}

const notKept = (): Problem => new Problem('not-found', 'This object has no such picture.');
