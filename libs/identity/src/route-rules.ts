import type { Scope } from '#contracts/directory/scopes.js';

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One line of a service's table of routes. */
export interface RouteRule {
  readonly method: RouteMethod;
  /** Fastify's syntax: `/groups/:groupID/changes`. With `:groupID`, the token must name that workspace. */
  readonly path: string;
  /** Scope that the token must have; `any`: every valid token is sufficient; null: open to anyone. */
  readonly scope: Scope | 'any' | null;
  /** On an open route: a token is verified when one is sent, because the answer depends on it. */
  readonly tokenConsidered?: true;
  /** Changes nothing, despite its method: allowed while the workspace is suspended. */
  readonly changesNothing?: true;
  /** Only removes rights: allowed while the workspace is suspended, so that a leaked token can still be revoked. */
  readonly whileSuspended?: true;
  /** The route respects the limits of a narrowed token. Other routes refuse narrowed tokens. */
  readonly narrowing?: 'enforced';
  readonly summary: string;
}

/** Looks up rules by method and path, whatever the names of the parameters; HEAD has the rule of GET. */
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
