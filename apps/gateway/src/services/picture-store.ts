import type { OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLER_HEADER, forwardedCallerHeader } from '#identity/forwarded-caller.js';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';
import { PROBLEM_TYPES, type ProblemType } from '#problems/problem-types.js';
import { Problem, PROBLEM_MEDIA_TYPE } from '#problems/problem.js';
import { ADMINISTRATION_BOUNDS } from './directory-client.js';
import { type ServiceAnswer, ServiceClient } from './service-client.js';

const AWAY = 'Pictures cannot be read or kept at the moment; send the call again.';
const WORDS = { away: AWAY, busy: 'Too many calls for pictures are waiting; try again in a moment.', failed: AWAY };
/** Format of a picture's name in the state of its object: the SHA-256 of its bytes. */
export const PICTURE_NAME = /^[0-9a-f]{64}$/;
const REFUSED = /^urn:waymark:problem:(.+)$/;

export interface KeptPicture {
  mediaType: string;
  bytes: Buffer;
}

/** The bytes of pictures, stored by the object service (docs/decisions, 24). Which picture an object has is part of its state. */
export class PictureStore implements OnApplicationShutdown {
  private readonly client: ServiceClient;

  constructor({ objectServiceUrl: url, internalToken }: { objectServiceUrl: string; internalToken: string }) {
    this.client = new ServiceClient({ url, internalToken, ...ADMINISTRATION_BOUNDS, words: WORDS });
  }

  /**
   * Stores the bytes for a day, and for as long as the object's state names them.
   * @throws Problem from the object service, or 503
   */
  async put(workspace: string, externalId: string, picture: KeptPicture, request: Pick<FastifyRequest, 'caller' | 'id'>): Promise<void> {
    await this.send(pathOf(workspace, externalId), picture, request);
  }

  /** Stores the bytes of the picture that the object already names. @throws Problem as `put`; 404 if it names another one */
  async putNamed(
    workspace: string,
    externalId: string,
    picture: KeptPicture,
    request: Pick<FastifyRequest, 'caller' | 'id'>,
  ): Promise<void> {
    await this.send(`${pathOf(workspace, externalId)}/named`, picture, request);
  }

  /** Keeps a picture for another day before an edit names it. @returns false if this object has no such picture @throws Problem 503 */
  async keep(workspace: string, externalId: string, sha256: string): Promise<boolean> {
    const answer = await this.client.call({ method: 'POST', path: `${pathOf(workspace, externalId)}/${sha256}/keep`, headers: {} });
    if (answer.status !== 204 && answer.status !== 404) throw refusalOf(answer);
    return answer.status === 204;
  }

  /** The picture; undefined if this object has no such picture. @throws Problem 503 */
  async find(workspace: string, externalId: string, sha256: string): Promise<KeptPicture | undefined> {
    const answer = await this.client.call({ method: 'GET', path: `${pathOf(workspace, externalId)}/${sha256}`, headers: {} });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refusalOf(answer);
    return { mediaType: String(answer.headers['content-type']), bytes: answer.body };
  }

  private async send(
    path: string,
    { mediaType, bytes }: KeptPicture,
    { caller, id }: Pick<FastifyRequest, 'caller' | 'id'>,
  ): Promise<void> {
    const answer = await this.client.call({
      method: 'PUT',
      path,
      headers: {
        'content-type': mediaType,
        'x-request-id': id,
        [CALLER_HEADER]: forwardedCallerHeader({ subject: caller.subject }),
        ...(caller.narrowing && { [NARROWED_HEADER]: narrowedHeader(caller.narrowing) }),
      },
      body: bytes,
    });
    if (answer.status > 299) throw refusalOf(answer);
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.onApplicationShutdown();
  }
}

function pathOf(workspace: string, externalId: string): string {
  return `/internal/groups/${encodeURIComponent(workspace)}/externalObjects/${encodeURIComponent(externalId)}/pictures`;
}

/** Sends uploaded bytes with headers that keep a browser from running anything in them. */
export function sendPicture(reply: FastifyReply, { mediaType, bytes }: KeptPicture): FastifyReply {
  return reply
    .headers({
      'content-type': mediaType,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    .send(bytes);
}

/** Passes the object service's refusals on to the caller if they concern the picture. */
function refusalOf({ status, headers, body }: ServiceAnswer): Problem {
  if (status < 500 && status !== 401 && String(headers['content-type'] ?? '').startsWith(PROBLEM_MEDIA_TYPE)) {
    const { type, detail } = JSON.parse(body.toString()) as { type?: string; detail?: string };
    const name = REFUSED.exec(type ?? '')?.[1];
    if (name !== undefined && name in PROBLEM_TYPES) return new Problem(name as ProblemType, detail);
  }
  return new Problem('unavailable', AWAY, { headers: { 'retry-after': '2' }, cause: new Error(`The object service answered ${status}.`) });
}
