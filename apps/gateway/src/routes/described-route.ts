import type { GatewayRoute } from './gateway-route.js';

/**
 * A route that another service answers, with the parts of its OpenAPI description that have no other source. The routes of the
 * directory, areas and webhooks are described this way.
 */
export interface DescribedRoute extends GatewayRoute {
  /** DTO class of the body; the name of the schema is that of the class without `Dto`. */
  readonly takes?: abstract new () => object;
  /** Status of a successful answer and the name of its body's schema (openapi/*-schemas.ts); 204 and 302: without one. */
  readonly gives: readonly [200 | 201, string] | readonly [204 | 302];
  /** Details that do not fit into the summary. */
  readonly about?: string;
  /** Query parameters, each with a description. */
  readonly query?: Readonly<Record<string, string>>;
}
