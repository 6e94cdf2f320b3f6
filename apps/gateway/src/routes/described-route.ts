import type { GatewayRoute } from './gateway-route.js';

/**
 * A route that another service answers as a whole, with the parts of its OpenAPI description that have no other source. Routes
 * of the directory, areas and webhooks are written so.
 */
export interface DescribedRoute extends GatewayRoute {
  /** The body's rules; its name without `Dto` is the schema's. */
  readonly takes?: abstract new () => object;
  /** Status of a successful answer and the name of its body's schema (openapi/*-schemas.ts); 204 and 302: without one. */
  readonly gives: readonly [200 | 201, string] | readonly [204 | 302];
  /** Details that do not fit into the summary. */
  readonly about?: string;
  /** Query parameters, each with its purpose. */
  readonly query?: Readonly<Record<string, string>>;
}
