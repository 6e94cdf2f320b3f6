import type { Scope } from '#contracts/directory/scopes.js';

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One entry in a service's table of routes. */
export interface RouteRule {
  readonly method: RouteMethod;
  /** In Fastify's syntax: `/groups/:groupID/changes`. With `:groupID`, the token must include that workspace. */
  readonly path: string;
  /** Required scope; `any`: any valid token; null: no token is needed. */
  readonly scope: Scope | 'any' | null;
  /** On an open route: a token, if sent, is verified, because the answer depends on it. */
  readonly tokenConsidered?: true;
  /** True if the route changes nothing despite its method; it then works while the workspace is suspended. */
  readonly changesNothing?: true;
  /** True if the route only removes rights; it then works while the workspace is suspended, so that a leaked token can be revoked. */
  readonly whileSuspended?: true;
  /** The route applies the limits of a narrowed token. Other routes refuse narrowed tokens. */
  readonly narrowing?: 'enforced';
  readonly summary: string;
}

/** Finds rules by method and path, whatever the names of the parameters; HEAD has the rule of GET. */
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
