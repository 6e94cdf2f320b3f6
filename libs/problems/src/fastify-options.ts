import { answerConnectionError, answerFrameworkError } from './connection-errors.js';
import { requestIdOf } from './request-id.js';

/** Spread into the options of every FastifyAdapter: request ids, and problems where no filter can reach. */
export const problemFastifyOptions = {
  genReqId: requestIdOf,
  frameworkErrors: answerFrameworkError,
  clientErrorHandler: answerConnectionError,
  // Spoils no log with Fastify's own lines: ours carry the request id.
  logger: false as const,
};
