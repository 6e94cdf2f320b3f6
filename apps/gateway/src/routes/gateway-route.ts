import type { RouteRule } from '#identity/route-rules.js';
import type { Deprecation } from './deprecation.js';

/**
 * Where a call is forwarded to. Each target has connections, a time limit and wording of errors of its own: `TARGETS` in
 * forwarding/targets.ts.
 */
export type Target = 'reads' | 'histories' | 'exports' | 'feed' | 'reports' | 'rebuilds' | 'directory' | 'sessions' | 'areas' | 'webhooks';

/** A line of the gateway's table: the check in front of each route, the forwarder, the OpenAPI document and a test use it. */
export interface GatewayRoute extends RouteRule {
  /** operationId of the OpenAPI document; never changes, because generated clients are called so. */
  readonly name: string;
  /** Forwarded unchanged to this target, once the token allows it; left out: a controller answers the route. */
  readonly to?: Target;
  /** Media types of a successful answer; a request that accepts none of them gets 406. */
  readonly produces: readonly string[];
  /** Whether a request has a body; if absent, a request with a body is refused. */
  readonly body?: 'required' | 'optional';
  /** About a person's own account: machine tokens are refused. */
  readonly ofPeople?: true;
  /** Accepts unknown query parameters: for pages and files, to which browsers and links add some, and for probes of other systems. */
  readonly anyQuery?: true;
  /** Accepts If-Match: done only if nobody else has changed it. */
  readonly conditional?: true;
  /** Writes into the workspace that the address names, and only while a move brings it here; for any other it is refused. */
  readonly whileReceiving?: true;
  /** Reads what only a move may have, and only while it takes the workspace away; for any other it is refused. */
  readonly whileLeaving?: true;
  /** For operating the installation: /openapi.json shows it to operators only. */
  readonly ofOperation?: true;
  /** To be removed; every answer says so (docs/versioning.md). */
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
