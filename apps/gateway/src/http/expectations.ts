import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';

/**
 * The header Expect (RFC 9110, 10.1.1). The gateway sends 100 (Continue) once the caller is authenticated and the headers are valid.
 * Any other expectation gets 417 here, since Node's own answer has neither a body nor a request id.
 */
export function meetExpectations(fastify: FastifyInstance): void {
  const { server } = fastify;
  const toContinue = new WeakSet<ServerResponse>();
  const unmet = new WeakSet<ServerResponse>();
  const take =
    (into: WeakSet<ServerResponse>) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      into.add(response);
      server.emit('request', request, response);
    };
  server.on('checkContinue', take(toContinue)).on('checkExpectation', take(unmet));
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.raw.headers.expect === undefined || !unmet.has(reply.raw)) return done();
    // The client may send the body anyway, and then its bytes would be read as another request.
    void reply.header('connection', 'close');
    done(new Problem('expectation-failed', 'The only supported expectation is 100-continue; send the request without the Expect header.'));
  });
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.headers.expect !== undefined && toContinue.delete(reply.raw)) reply.raw.writeContinue();
    done(null, payload);
  });
}
