import type { RouteRule } from '#identity/route-rules.js';
import type { Deprecation } from './deprecation.js';

/**
 * Where a call is forwarded to. Each target has its own connections, time limit and error texts: `TARGETS` in forwarding/targets.ts.
 */
export type Target =
  | 'reads'
  | 'histories'
  | 'exports'
  | 'feed'
  | 'reports'
  | 'projection'
  | 'directory'
  | 'sessions'
  | 'areas'
  | 'webhooks';

/** One line of the table of routes, which the checks, the forwarder, the OpenAPI document and a test use. */
export interface GatewayRoute extends RouteRule {
  /** operationId in the OpenAPI document. Never changes, since the methods of generated clients have this name. */
  readonly name: string;
  /** Target to which authorised calls are forwarded unchanged; absent if a controller answers the route. */
  readonly to?: Target;
  /** Media types of a successful answer; a request that accepts none of them gets 406. */
  readonly produces: readonly string[];
  /** Whether a request needs a body; if absent, a request with a body is refused. */
  readonly body?: 'required' | 'optional';
  /** About a person's own account: machine tokens are refused. */
  readonly ofPeople?: true;
  /** Accepts unknown query parameters: for pages and files, since links often add some, and for probes by other systems. */
  readonly anyQuery?: true;
  /** Accepts If-Match: the change is only made if nobody else has changed the object. */
  readonly conditional?: true;
  /** Writes into a workspace only while a move brings it here; otherwise refused. */
  readonly whileReceiving?: true;
  /** Reads data for a move, only while it takes the workspace away; otherwise refused. */
  readonly whileLeaving?: true;
  /** For operating the installation: /openapi.json shows it to operators only. */
  readonly ofOperation?: true;
  /** For a route that will be removed; every answer has headers about that (docs/versioning.md). */
  readonly deprecated?: Deprecation;
  readonly tag:
    | 'Updates'
    | 'Objects'
    | 'History'
    | 'Feed'
    | 'Areas'
    | 'Reports'
    | 'Webhooks'
    | 'Workspace'
    | 'Boards'
    | 'Login'
    | 'App'
    | 'Operator'
    | 'Service';
}
