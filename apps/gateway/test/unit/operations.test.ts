import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#contracts/uuid-v7.js';
import type { Caller, Narrowing } from '#identity/caller.js';
import { answerErrorsWithProblems } from '#problems/install-problems.js';
import { type KnownOperation, type ObjectServiceClient, ObjectServiceUnavailableError } from '../../src/services/object-service-client.js';
import { ForeignClashes } from '../../src/writes/foreign-clashes.js';
import { OperationIds } from '../../src/writes/operation-ids.js';
import { OperationsController } from '../../src/writes/operations.controller.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const ids = new OperationIds('seal');
const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const fastify of open.splice(0)) await fastify.close();
});

/** Looks up an operation of this age. */
async function lookUp(ageMs: number, found: () => Promise<KnownOperation | undefined>, narrowing?: Narrowing, issuedTo?: Narrowing) {
  const fastify = Fastify();
  open.push(fastify);
  answerErrorsWithProblems(fastify);
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.caller = { narrowing } as Caller;
    done();
  });
  const controller = new OperationsController(
    { operation: found } as unknown as ObjectServiceClient,
    ids,
    new ForeignClashes(1000, { warn: () => undefined }),
  );
  fastify.get('/groups/:groupID/operations/:operationId', (request, reply) => controller.read(request, reply));
  const publicId = ids.publicId(uuidV7(Date.now() - ageMs), 'own', issuedTo);
  const answer = await fastify.inject(`/groups/own/operations/${publicId}`);
  return { publicId, status: answer.statusCode, headers: answer.headers, json: answer.json<Record<string, unknown>>() };
}

const nothing = (): Promise<undefined> => Promise.resolve(undefined);
const known = (complete: boolean) => (): Promise<KnownOperation> =>
  Promise.resolve({ operationId: '', complete, total: 1, results: [[0, 'a', 'created', 1, false]], refused: [] });

describe('an operation without a stored outcome', () => {
  it.each([
    ['just issued', 0],
    ['nearly 24 hours old', DAY_MS - 60_000],
  ])('is pending when %s', async (_case, ageMs) => {
    const { publicId, status, headers, json } = await lookUp(ageMs, nothing);
    expect([status, json]).toEqual([200, { operationId: publicId, status: 'pending' }]);
    expect(headers['retry-after']).toBe('1');
  });

  it.each([
    ['a little over 24 hours old', DAY_MS + 1000],
    ['25 hours old', DAY_MS + 60 * 60 * 1000],
  ])('is 404 when %s, with the reason', async (_case, ageMs) => {
    const { status, json } = await lookUp(ageMs, nothing);
    expect([status, json]).toEqual([
      404,
      expect.objectContaining({ type: 'urn:waymark:problem:unknown-operation', detail: expect.stringContaining('24 hours') }),
    ]);
  });
});

describe('an operation that is still known', () => {
  it('returns its outcomes, however old', async () => {
    const { publicId, status, json } = await lookUp(DAY_MS + 60_000, known(true));
    expect([status, json]).toEqual([
      200,
      { operationId: publicId, results: [{ index: 0, externalId: 'a', status: 'created', revision: 1 }], status: 'complete' },
    ]);
  });

  it('is pending until all its elements are decided', async () => {
    const { publicId, json } = await lookUp(DAY_MS + 60_000, known(false));
    expect(json).toEqual({ operationId: publicId, status: 'pending' });
  });
});

it('an operation has no status while the object service does not answer', async () => {
  const { status, headers, json } = await lookUp(DAY_MS + 60_000, () => Promise.reject(new ObjectServiceUnavailableError('away')));
  expect([status, json['type'], headers['retry-after']]).toEqual([503, 'urn:waymark:problem:unavailable', '2']);
});

describe('to a narrowed token an operation is there', () => {
  const cranes = { types: ['crane', 'hoist'] };
  it.each([
    ['that was issued to one narrowed to the same', { types: ['hoist', 'crane'] }, 200],
    ['that was issued to one narrowed otherwise', { types: ['crane'] }, 404],
    ['that was issued to one that is not narrowed', undefined, 404],
  ])('%s: %j → %s', async (_case, issuedTo, expected) => {
    const { status } = await lookUp(0, known(true), cranes, issuedTo);
    expect(status).toBe(expected);
  });

  it('and to one that is not narrowed each is', async () => {
    expect((await lookUp(0, known(true), undefined, cranes)).status).toBe(200);
  });
});
