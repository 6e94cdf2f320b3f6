import type { RouteRule } from '#identity/route-rules.js';
import type { Deprecation } from './versioning/deprecation.js';

/** A line of the gateway's table: the check in front of each route, the OpenAPI document and a test use it. */
export interface GatewayRoute extends RouteRule {
  /** operationId of the OpenAPI document; never changes, because generated clients are called so. */
  readonly name: string;
  /** Media types of a successful answer; a request that accepts none of them gets 406. */
  readonly produces: readonly string[];
  /** Whether a request has a body; where this is not said, one with a body is refused. */
  readonly body?: 'required' | 'optional';
  /** Of a person's own account: the token of a machine is refused. */
  readonly ofPeople?: true;
  /** Takes query parameters that the table does not name: pages and files, to which browsers and links add some, and probes of others. */
  readonly anyQuery?: true;
  /** Takes If-Match: done only as long as nobody else has changed it. */
  readonly conditional?: true;
  /** For the operation of the installation: /openapi.json names it to operators alone. */
  readonly ofOperation?: true;
  /** It will go; every answer says so (docs/versioning.md). */
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
