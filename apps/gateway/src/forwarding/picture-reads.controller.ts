import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AWAIT_HEADER, REACHED_HEADER } from '#contracts/awaited-position.js';
import { isNamed } from '#entity-tags/entity-tag.js';
import { Problem } from '#problems/problem.js';
import { clientGone } from '#service/client-gone.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { callerHeaders } from '../services/caller-headers.js';
import { PICTURE_NAME, PictureStore, sendPicture } from '../services/picture-store.js';
import { POSITION_HEADER } from '../writes/replies.js';
import { AwaitedOperations } from './awaited-operation.js';
import { Forwarder } from './forwarder.js';

/**
 * For an address that names the picture, whose content never changes. Only for the browser's own cache: the next person who signs in
 * with the same browser must authenticate first, since they may not be allowed to see the picture.
 */
const NAMED = 'private, max-age=86400, immutable';

/**
 * The picture of an object. Everyone who may read the object may read its picture; the projection checks both with one read.
 * Headers keep a browser from running anything in a picture that is opened as a page.
 */
@Controller()
export class PictureReadsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly forwarder: Forwarder,
    private readonly pictures: PictureStore,
    private readonly awaited: AwaitedOperations,
  ) {}

  @Get('groups/:groupID/externalObjects/:externalId/picture')
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    const { groupID: workspace, externalId } = request.params as { groupID: string; externalId: string };
    const wanted = versionIn(request.query as Record<string, unknown>);
    const gone = clientGone(reply);
    const position = await this.awaited.of(request, gone);
    const object = await this.forwarder.clientOf('reads').read({
      method: 'GET',
      path: `/groups/${encodeURIComponent(workspace)}/externalObjects/${encodeURIComponent(externalId)}`,
      headers: { ...callerHeaders(request), ...(position?.header !== undefined && { [AWAIT_HEADER]: position.header }) },
      timeoutMs: this.config.readTimeoutMs + (position?.waitMs ?? 0),
      signal: gone,
    });
    if (position && object.headers[REACHED_HEADER] === '1') void reply.header(POSITION_HEADER, position.position);
    if (position && position.applied !== '') void reply.header('preference-applied', position.applied);
    const refusal = request.refusalByNow?.(request);
    if (refusal !== undefined) {
      object.body.on('error', () => undefined).destroy();
      throw refusal;
    }
    if (object.statusCode !== 200)
      return reply.code(object.statusCode).header('content-type', object.headers['content-type']).send(object.body);
    const { picture } = (await object.body.json()) as { picture?: string };
    if (picture === undefined) throw new Problem('not-found', 'The object has no picture; PUT …/picture adds one.');
    if (wanted !== undefined && wanted !== picture)
      throw new Problem('not-found', 'The object has a different picture now; read it without v, or with the v of its current state.');
    const tag = `"${picture}"`;
    void reply.headers({ etag: tag, 'cache-control': wanted === undefined ? 'private, no-cache' : NAMED, vary: 'Authorization' });
    if (isNamed(request.raw.headers['if-none-match'], tag)) return reply.code(304).send();
    const found = await this.pictures.find(workspace, externalId, picture);
    if (found === undefined) throw new Problem('not-found', 'The bytes of this picture are no longer stored; upload it again.');
    return sendPicture(reply.header('content-disposition', 'inline'), found);
  }
}

/** The picture in the query parameter `v`. @throws Problem 400 */
function versionIn({ v, ...others }: Record<string, unknown>): string | undefined {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new Problem('invalid-parameter', `This route has no parameter ${JSON.stringify(unknown.slice(0, 64))}; the only one is v.`, {
      errors: [{ pointer: unknown.slice(0, 64), detail: 'is not known here' }],
    });
  if (v === undefined) return undefined;
  if (typeof v === 'string' && PICTURE_NAME.test(v)) return v;
  throw new Problem('invalid-parameter', 'v must be the SHA-256 of the picture, as in the `picture` of the object.', {
    errors: [{ pointer: 'v', detail: 'must be 64 lower-case hexadecimal digits' }],
  });
}
