import { STATUS_CODES } from 'node:http';
import type { ResponseObject } from '@nestjs/swagger';
import { PROBLEM_TYPES } from '#problems/problem-types.js';
import { PROBLEM_MEDIA_TYPE } from '#problems/problem.js';
import { isLimited } from '../limits/limited-routes.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import { ref } from './schema-words.js';

const REQUEST_ID = '01a20b5b-7c1e-7d3a-9b52-3f63d7e6c2a1';

/** `RateLimit` and its policy are in every answer for a workspace with limits, not only in refusals. */
const LIMIT_HEADERS: ResponseObject['headers'] = {
  'Retry-After': { description: 'Seconds until the call can be accepted.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'The remainder of each limit that applies; included in every answer (draft-ietf-httpapi-ratelimit-headers-11).',
    schema: { type: 'string', example: '"calls-per-month";r=9120;t=826000' },
  },
  'RateLimit-Policy': {
    description: 'The limits of the plan.',
    schema: { type: 'string', example: '"calls-per-month";q=10000;w=2592000' },
  },
};

/** The statuses of the problems that a route can answer with, derived from its line in the table. */
export function problemStatuses(route: GatewayRoute): number[] {
  const statuses = [400, 406, 408, 417, 431, 500, 503];
  if (route.scope !== null || route.tag === 'Login') statuses.push(401, 403);
  if (route.tag === 'Login' || route.name === 'testWebhook') statuses.push(429);
  if (route.path.includes('/:') || route.path.startsWith('/auth/oidc/') || ['/workspaces', '/auth/share'].includes(route.path))
    statuses.push(404);
  if (mayConflict(route) || ['eraseObject', 'putPicture', 'releaseId'].includes(route.name)) statuses.push(409);
  if (route.whileReceiving || route.whileLeaving) statuses.push(409);
  if (/:(?:externalId|field)\b/.test(route.path)) statuses.push(422);
  if (route.body === 'required') statuses.push(411);
  if (route.body !== undefined) statuses.push(413, 415, 422);
  if (route.method !== 'GET' && route.path.includes(':externalId')) statuses.push(412);
  if (route.conditional) statuses.push(412);
  if (route.path.endsWith('/changes')) statuses.push(410);
  if (isLimited(route)) statuses.push(429);
  return [...new Set(statuses)];
}

/** The document's responses for problems, by `problemName`; operations refer to them. */
export const PROBLEM_COMPONENTS: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  [...new Set(Object.values(PROBLEM_TYPES).map((type) => type.status))].map((status) => [problemName(status), problemResponse(status)]),
);

/** The name of the response for a status, such as `BadRequest` for 400. */
export function problemName(status: number): string {
  return STATUS_CODES[status]!.replaceAll(/[^A-Za-z]/g, '');
}

function problemResponse(status: number): ResponseObject {
  const types = Object.entries(PROBLEM_TYPES).filter(([, type]) => type.status === status);
  const [name, { title }] = types.at(-1)!;
  return {
    description: types.map(([each, type]) => `${each}: ${type.title}`).join(' '),
    ...(status === 429 && { headers: LIMIT_HEADERS }),
    content: {
      [PROBLEM_MEDIA_TYPE]: {
        schema: ref('Problem'),
        example: { type: `urn:waymark:problem:${name}`, title, status, requestId: REQUEST_ID },
      },
    },
  };
}

/** Calls that can fail with a conflict, because something is taken, in use, full or the last of its kind. */
function mayConflict({ method, tag, scope }: GatewayRoute): boolean {
  if (method === 'GET') return false;
  return ['Operator', 'Workspace', 'Boards'].includes(tag) || (['Areas', 'Webhooks'].includes(tag) && scope !== 'objects:read');
}
