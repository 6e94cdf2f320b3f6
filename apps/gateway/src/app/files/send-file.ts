import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamed } from '#entity-tags/entity-tag.js';
import { Problem } from '#problems/problem.js';
import type { AppFile } from './app-files.js';
import { codingFor, type ContentCoding } from './content-coding.js';

/**
 * Answers with the file in the caller's preferred coding, or 304.
 * @param headers for either answer: caching and policy
 * @throws Problem 406 when none of the codings is acceptable
 */
export function sendFile(
  { type, etag, contents }: AppFile,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const codings = Object.keys(contents) as ContentCoding[];
  const { headers: requestHeaders } = request.raw;
  const coding = codingFor(requestHeaders['accept-encoding'] as string | undefined, codings);
  if (coding === undefined)
    throw new Problem('not-acceptable', `Accept-Encoding excludes every available encoding of this file: ${codings.join(', ')}.`);
  void reply.headers({ ...headers, etag, ...(codings.length > 1 && { vary: 'accept-encoding' }) });
  if (isNamed(requestHeaders['if-none-match'], etag)) return reply.code(304).send();
  if (coding !== 'identity') void reply.header('content-encoding', coding);
  return reply.header('content-type', type).send(contents[coding]);
}
