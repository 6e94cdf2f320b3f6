import type { GatewayRoute } from '../gateway-route.js';

/** The customer's interface; administration and the look at one's own usage are free. */
const LIMITED_TAGS: ReadonlySet<GatewayRoute['tag']> = new Set(['Updates', 'Objects', 'Feed']);

/** Whether calls of the route are held against the plan of their workspace. */
export function isLimited({ tag, path }: Pick<GatewayRoute, 'tag' | 'path'>): boolean {
  return LIMITED_TAGS.has(tag) && path.startsWith('/groups/:');
}
