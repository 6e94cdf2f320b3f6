/**
 * The closed table of problems (RFC 9457). `type` is `urn:waymark:problem:<name>` and stable; the title is the same for every occurrence.
 * Reasons for rejected elements are in another list: object-rules/element-codes.
 */
export const PROBLEM_TYPES = {
  'bad-request': { status: 400, title: 'The request could not be understood.' },
  'bad-url': { status: 400, title: 'The URL is not validly percent-encoded.' },
  'malformed-json': { status: 400, title: 'The body is not valid JSON.' },
  'not-an-array': { status: 400, title: 'The body is not a JSON array.' },
  'invalid-encoding': { status: 400, title: 'The body could not be decoded as its Content-Encoding says.' },
  'invalid-header': { status: 400, title: 'A request header is not valid.' },
  'invalid-parameter': { status: 400, title: 'A query parameter is not valid.' },
  'unknown-version': { status: 400, title: 'This version of the API does not exist.' },
  'invalid-cursor': { status: 400, title: 'The cursor cannot be used here.' },
  unauthenticated: { status: 401, title: 'A valid access token is required.' },
  'login-failed': { status: 401, title: 'The e-mail address or the password is wrong.' },
  'session-ended': { status: 401, title: 'The session has ended.' },
  forbidden: { status: 403, title: 'The token does not allow this.' },
  'workspace-suspended': { status: 403, title: 'The workspace accepts no changes at the moment.' },
  'not-found': { status: 404, title: 'Nothing exists at this URL.' },
  'unknown-object': { status: 404, title: 'No such object in this workspace.' },
  'unknown-operation': { status: 404, title: 'No such operation in this workspace.' },
  'method-not-allowed': { status: 405, title: 'This URL does not support the method.' },
  'not-acceptable': { status: 406, title: 'None of the accepted media types is available.' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time.' },
  conflict: { status: 409, title: 'The request conflicts with another one.' },
  'legal-hold': { status: 409, title: 'A legal hold forbids this.' },
  'cursor-expired': { status: 410, title: 'The cursor has expired.' },
  'length-required': { status: 411, title: 'The request must state the length of its body.' },
  'revision-conflict': { status: 412, title: 'The object has a different revision.' },
  'body-too-large': { status: 413, title: 'The body is too large.' },
  'uri-too-long': { status: 414, title: 'The URL is too long.' },
  'unsupported-media-type': { status: 415, title: 'The media type of the body is not supported.' },
  'unsupported-encoding': { status: 415, title: 'The Content-Encoding of the body is not supported.' },
  'expectation-failed': { status: 417, title: 'The expectation cannot be met.' },
  invalid: { status: 422, title: 'The request is well formed, but a value in it is not valid.' },
  'idempotency-key-reused': { status: 422, title: 'The idempotency key was already used with a different body.' },
  'too-many-requests': { status: 429, title: 'Too many requests.' },
  'rate-limited': { status: 429, title: 'A rate limit of the plan was exceeded.' },
  'quota-exceeded': { status: 429, title: 'A quota of the plan is used up.' },
  'headers-too-large': { status: 431, title: 'The request headers are too large.' },
  internal: { status: 500, title: 'The service failed.' },
  unavailable: { status: 503, title: 'The service cannot do this at the moment.' },
  overloaded: { status: 503, title: 'The service is busy.' },
  'quota-unavailable': { status: 503, title: 'The remaining quota cannot be determined at the moment.' },
  'not-ready': { status: 503, title: 'The service is not ready.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemType = keyof typeof PROBLEM_TYPES;

/** The general problem of each status, for errors that have only a status. */
const BY_STATUS: ReadonlyMap<number, ProblemType> = new Map(
  (Object.keys(PROBLEM_TYPES) as ProblemType[]).reverse().map((type) => [PROBLEM_TYPES[type].status, type]),
);

/** An unlisted 4xx counts as `bad-request`, anything else as `internal`. */
export function problemTypeOf(status: number): ProblemType {
  if (status === 404) return 'not-found';
  return BY_STATUS.get(status) ?? (status >= 400 && status < 500 ? 'bad-request' : 'internal');
}
