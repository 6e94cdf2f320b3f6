import { HttpException } from '@nestjs/common';
import { problemTypeOf } from './problem-types.js';
import { Problem } from './problem.js';

/** Fastify errors that need clearer messages. */
const FASTIFY_ERRORS: Readonly<Record<string, () => Problem>> = {
  FST_ERR_BAD_URL: () => new Problem('bad-url', 'A % in the path is not followed by two hexadecimal digits, or the bytes are not UTF-8.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('uri-too-long', 'A segment of the path is too long; an id has at most 256 characters.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Problem('body-too-large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Problem('unsupported-media-type', 'Send application/json.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new Problem('malformed-json', 'The body is empty.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () =>
    new Problem('malformed-json', 'The body is not JSON, or it has a member `__proto__`, or `constructor` with a member `prototype`.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Problem('bad-request', 'The length of the body differs from Content-Length.'),
};

export const NO_ROUTE = 'No route has this path. /openapi.json lists the existing ones.';

/**
 * The problem that a caller gets for an error. Unknown errors become `internal` without a detail, because their messages may contain host
 * names or SQL.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // Nest wraps errors of Fastify.
  const clearer = fastifyError(error) ?? (error instanceof HttpException ? fastifyError(error.cause) : undefined);
  if (clearer) return clearer();
  if (error instanceof HttpException) {
    const status = error.getStatus();
    // The framework's own text about an unknown path is for developers of the service.
    return new Problem(problemTypeOf(status), status === 404 ? NO_ROUTE : undefined, { cause: error });
  }
  const { code, statusCode } = asObject(error);
  if (typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500) {
    return new Problem(problemTypeOf(statusCode), undefined, { cause: error });
  }
  return new Problem('internal', undefined, { cause: error });
}

const asObject = (error: unknown): { code?: unknown; statusCode?: unknown } => (typeof error === 'object' && error !== null ? error : {});

function fastifyError(error: unknown): (() => Problem) | undefined {
  const { code } = asObject(error);
  return typeof code === 'string' && Object.hasOwn(FASTIFY_ERRORS, code) ? FASTIFY_ERRORS[code] : undefined;
}
