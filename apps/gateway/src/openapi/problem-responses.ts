import type { ResponseObject } from '@nestjs/swagger';
import { PROBLEM_MEDIA_TYPE } from '#problems/problem.js';
import { PROBLEM_TYPES } from '#problems/problem-types.js';
import type { GatewayRoute } from '../gateway-route.js';
import { isLimited } from '../limits/limited-routes.js';

/** `RateLimit` and its policy come with every answer of a workspace whose plan limits something, not only with refusals. */
const LIMIT_HEADERS: ResponseObject['headers'] = {
  'Retry-After': { description: 'Seconds until the call can be let in.', schema: { type: 'integer' } },
  RateLimit: {
    description: 'What is left of each limit that applies, also with every other answer (draft-ietf-httpapi-ratelimit-headers-11).',
    schema: { type: 'string', example: '"calls-per-month";r=9120;t=826000' },
  },
  'RateLimit-Policy': {
    description: 'The limits of the plan.',
    schema: { type: 'string', example: '"calls-per-month";q=10000;w=2592000' },
  },
};

/** The problems a route may answer with, by what the table says of it. */
export function problemResponses(route: GatewayRoute): Record<string, ResponseObject> {
  const statuses = [400, 406, 408, 417, 431, 500, 503];
  if (route.scope !== null || route.tag === 'Login') statuses.push(401, 403);
  if (route.tag === 'Login' || route.name === 'testWebhook') statuses.push(429);
  if (route.path.includes('/:') || route.path.startsWith('/auth/oidc/') || ['/workspaces', '/auth/share'].includes(route.path))
    statuses.push(404);
  if (isAdministration(route) || ['eraseObject', 'putPicture', 'releaseId', 'adoptChanges'].includes(route.name)) statuses.push(409);
  if (/:(?:externalId|field)\b/.test(route.path)) statuses.push(422);
  if (route.body === 'required') statuses.push(411);
  if (route.body !== undefined) statuses.push(413, 415, 422);
  if (route.method !== 'GET' && route.path.includes(':externalId')) statuses.push(412);
  if (route.conditional) statuses.push(412);
  if (route.path.endsWith('/changes')) statuses.push(410);
  if (isLimited(route)) statuses.push(429);
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      status,
      {
        description: descriptionOf(status),
        ...(status === 429 && { headers: LIMIT_HEADERS }),
        content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** What is taken, used, full or the last of its kind can't be made, changed or removed. */
function isAdministration({ method, tag }: GatewayRoute): boolean {
  return method !== 'GET' && (tag === 'Operator' || tag === 'Workspace' || tag === 'Boards');
}

function descriptionOf(status: number): string {
  return Object.entries(PROBLEM_TYPES)
    .filter(([, type]) => type.status === status)
    .map(([name, type]) => `${name}: ${type.title}`)
    .join(' ');
}
