import { answerConnectionError, answerFrameworkError } from './connection-errors.js';
import { requestIdOf } from './request-id.js';

/** Options for every FastifyAdapter: request ids, and problems for errors outside the filters. */
export const problemFastifyOptions = {
  genReqId: requestIdOf,
  frameworkErrors: answerFrameworkError,
  clientErrorHandler: answerConnectionError,
  // Disables Fastify's own log lines; ours contain the request id.
  logger: false as const,
};
