import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';
import { type Deprecation, deprecationHeaders } from './deprecation.js';

/** A version of the interface that is served (docs/versioning.md). */
export interface ApiVersion {
  /** Date of publication, such as `2026-11-21`, and the version's name in the header. */
  readonly date: string;
  readonly deprecated?: Deprecation;
}

/** In a request, the version in which to answer; in an answer, its version. */
export const VERSION_HEADER = 'waymark-version';

/** All supported versions, oldest first. Clients without the header get the oldest, so nothing changes for them until it ends. */
export const API_VERSIONS: readonly ApiVersion[] = [{ date: '2026-11-21' }];

export const NEWEST_VERSION = API_VERSIONS.at(-1)!.date;

/** Adds the version to every answer, and refuses requests for unknown ones. Costs one look-up and one constant header per call. */
export function answerInVersions(fastify: FastifyInstance, versions: readonly ApiVersion[]): void {
  const headers = new Map(
    versions.map(({ date, deprecated }) => [date, { [VERSION_HEADER]: date, ...(deprecated && deprecationHeaders(deprecated)) }]),
  );
  const ofUnnamed = headers.get(versions[0]!.date)!;
  const refusal = refusalOf(versions);
  fastify.addHook('onRequest', (request, reply, done) => {
    const named = request.raw.headers[VERSION_HEADER];
    const known = named === undefined ? ofUnnamed : headers.get(named as string);
    void reply.headers(known ?? ofUnnamed);
    done(known === undefined ? refusal() : undefined);
  });
}

function refusalOf(versions: readonly ApiVersion[]): () => Problem {
  const dates = versions.map(({ date }) => date);
  const detail =
    `This server speaks ${dates.length === 1 ? 'the version' : 'the versions'} ${dates.join(', ')}; name ` +
    `one of them in Waymark-Version, or leave the header out for ${dates[0]}.`;
  return () =>
    new Problem('unknown-version', detail, {
      errors: [{ pointer: 'Waymark-Version', detail: `must be one of: ${dates.join(', ')}` }],
      members: { versions: dates },
    });
}
