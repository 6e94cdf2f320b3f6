import { REPORTS_PATH } from '../../routes/app-routes.js';

/** Name of that address in `Reporting-Endpoints`. */
const ENDPOINT = 'csp';

export interface PolicyOptions {
  /** Origins whose pages may show the app in a frame. */
  frameAncestors: readonly string[];
  /** Origins of the street map. */
  mapOrigins: readonly string[];
}

/**
 * The headers of every file of the app: nothing from elsewhere except the operator's street map, nothing inline, no eval.
 * Workers use the policy of their own file, not that of the page, so each file has it. `wasm-unsafe-eval` allows compiling WebAssembly,
 * which the decoder of the scanner needs, but no eval of scripts.
 */
export function policyHeaders({ frameAncestors, mapOrigins }: PolicyOptions): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    ['img-src', "'self'", 'data:', 'blob:', ...mapOrigins].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...mapOrigins].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "media-src 'self' blob: mediastream:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    `report-uri ${REPORTS_PATH}`,
    `report-to ${ENDPOINT}`,
  ].join('; ');
  return {
    'content-security-policy': policy,
    'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"`,
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(self), geolocation=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
