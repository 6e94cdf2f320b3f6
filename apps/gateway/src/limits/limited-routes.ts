import type { GatewayRoute } from '../routes/gateway-route.js';

/** Tags of the limited routes. Administration and reads of usage are free. */
const LIMITED_TAGS: ReadonlySet<GatewayRoute['tag']> = new Set(['Updates', 'Objects', 'Feed']);

/** Whether calls of the route count against the plan of their workspace. */
export function isLimited({ tag, path }: Pick<GatewayRoute, 'tag' | 'path'>): boolean {
  return LIMITED_TAGS.has(tag) && path.startsWith('/groups/:');
}
