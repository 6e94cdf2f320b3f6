import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf } from './problem-of.js';
import { type Problem, PROBLEM_MEDIA_TYPE } from './problem.js';

/** The part of a log that the filter needs. */
export interface ProblemLog {
  error(fields: object, message: string): void;
}

/** Sends the problem, or closes the connection if an answer has already begun, so that a partial body does not look complete. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  if (problem.extras.headers) reply.headers(problem.extras.headers);
  // A buffer, because Fastify adds a charset to the content type of strings, which JSON does not have.
  const body = Buffer.from(JSON.stringify(problem.body(request.id)));
  void reply.code(problem.status).header('content-type', PROBLEM_MEDIA_TYPE).header('cache-control', 'no-store').send(body);
}

/** Register it as APP_FILTER or with `useGlobalFilters`; it handles every error of routes and of Fastify. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly log: ProblemLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const problem = problemOf(error);
    if (problem.type === 'internal') {
      this.log.error(
        { err: problem.extras.cause ?? error, requestId: request.id, method: request.method, path: pathOf(request.url) },
        'A request failed unexpectedly.',
      );
    }
    sendProblem(problem, request, http.getResponse<FastifyReply>());
  }
}

/** Without the query, which may contain data that must not be logged. */
function pathOf(url: string | undefined): string | undefined {
  return url?.split('?', 1)[0];
}
