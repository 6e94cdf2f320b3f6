import type { Scope } from '#contracts/directory/scopes.js';

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One line of a service's table of routes. */
export interface RouteRule {
  readonly method: RouteMethod;
  /** Fastify's syntax: `/groups/:groupID/changes`. With `:groupID`, the token must name that workspace. */
  readonly path: string;
  /** Scope that the token must have; `any`: some valid token is enough; null: open to anyone. */
  readonly scope: Scope | 'any' | null;
  /** On an open route: a token is verified when one is sent, because the answer depends on it. */
  readonly tokenConsidered?: true;
  /** Changes nothing, whatever its method says: open while the workspace is suspended. */
  readonly changesNothing?: true;
  /** Only takes rights away, as revoking a token does: open while the workspace is suspended, so that what leaked can still be stopped. */
  readonly whileSuspended?: true;
  /** The route keeps to what a token is narrowed to. Where this is not said, a narrowed token is refused. */
  readonly narrowing?: 'enforced';
  readonly summary: string;
}

/** Looks rules up by method and path, whatever the parameters are called; HEAD has the rule of GET. */
export class RouteRules {
  private readonly rules = new Map<string, RouteRule>();

  constructor(readonly all: readonly RouteRule[]) {
    for (const rule of all) {
      const key = keyOf(rule.method, rule.path);
      if (this.rules.has(key)) throw new Error(`${rule.method} ${rule.path} is in the table of routes twice.`);
      this.rules.set(key, rule);
    }
  }

  find(method: string, path: string): RouteRule | undefined {
    return this.rules.get(keyOf(method === 'HEAD' ? 'GET' : method, path));
  }
}

function keyOf(method: string, path: string): string {
  return `${method} ${path.replace(/:[^/]+/g, ':')}`;
}
