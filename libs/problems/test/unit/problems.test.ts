import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { BadRequestException, Controller, Get, HttpCode, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { PROBLEM_TYPES, type ProblemType, problemTypeOf } from '#problems/problem-types.js';
import { Problem } from '#problems/problem.js';

@Controller()
class Things {
  @Get('things/:id')
  read(@Param('id') id: string): object {
    if (id === 'secret') throw new Error('connect ECONNREFUSED 10.0.0.1:5432');
    if (id === 'bad') throw new BadRequestException('id is bad');
    if (id === 'gone')
      throw new Problem('cursor-expired', 'Start again.', {
        headers: { 'retry-after': '2' },
        errors: [{ pointer: '/x', detail: 'y' }],
        members: { status: 1, from: 'here' },
      });
    return { id };
  }

  @Post('things')
  @HttpCode(200)
  write(): object {
    return {};
  }
}

@Module({ controllers: [Things] })
class App {}

const logged: object[] = [];
let app: NestFastifyApplication;
let port: number;

beforeAll(async () => {
  const adapter = new FastifyAdapter({ ...problemFastifyOptions, http: { maxHeaderSize: 8192 } });
  installProblems(adapter.getInstance() as never);
  app = await NestFactory.create<NestFastifyApplication>(App, adapter, { logger: false });
  app.useGlobalFilters(new ProblemFilter({ error: (fields) => logged.push(fields) }));
  await app.listen(0, '127.0.0.1');
  port = (app.getHttpServer().address() as AddressInfo).port;
});
afterAll(() => app.close());

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  body: any;
}

function call(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (chunk) => (text += chunk))
      .on('close', () => resolve(text))
      .on('error', reject);
  });
}

describe('every error is a problem', () => {
  it.each([
    ['GET', '/nothing', 404, 'not-found'],
    ['GET', '/things/', 404, 'not-found'],
    ['DELETE', '/things/1', 405, 'method-not-allowed'],
    ['PROPFIND', '/things/1', 405, 'method-not-allowed'],
    ['TRACE', '/things', 405, 'method-not-allowed'],
    ['GET', '/things/%ZZ', 400, 'bad-url'],
    ['GET', '/things/%c0%80', 400, 'bad-url'],
    ['GET', '/things/bad', 400, 'bad-request'],
    ['GET', '/things/gone', 410, 'cursor-expired'],
    ['GET', '/things/secret', 500, 'internal'],
  ])('%s %s → %i %s', async (method, path, status, type) => {
    const answer = await call(method, path, { 'x-request-id': 'req-1' });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      type: `urn:waymark:problem:${type}`,
      status,
      requestId: 'req-1',
      title: PROBLEM_TYPES[type as ProblemType].title,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|10\.0\.0|\\n +at /);
  });

  it.each([
    ['{"__proto__":1}', 'application/json', 'malformed-json', /member `__proto__`/],
    ['<a/>', 'application/xml', 'unsupported-media-type', /Send application\/json/],
  ])('%s as %s is refused with what is wrong', async (text, contentType, type, detail) => {
    const { body } = await call('POST', '/things', { 'content-type': contentType }, text);
    expect(body).toMatchObject({ type: `urn:waymark:problem:${type}`, detail: expect.stringMatching(detail) as string });
  });

  it('names the existing methods', async () => {
    expect((await call('DELETE', '/things/1?x=1')).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await call('GET', '/things')).headers.allow).toBe('POST, OPTIONS');
    const options = await call('OPTIONS', '/things/1');
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await call('OPTIONS', '/nothing')).status).toBe(404);
    expect((await call('HEAD', '/things/1')).status).toBe(200);
  });

  it('keeps headers, members and pointers of a problem; a member never replaces a standard one', async () => {
    const { headers, body } = await call('GET', '/things/gone');
    expect(headers['retry-after']).toBe('2');
    expect(body).toMatchObject({ status: 410, from: 'here', detail: 'Start again.', errors: [{ pointer: '/x', detail: 'y' }] });
  });

  it('logs unexpected errors with the request id', async () => {
    logged.length = 0;
    await call('GET', '/things/secret?token=hush', { 'x-request-id': 'abc' });
    expect(logged).toMatchObject([{ requestId: 'abc', path: '/things/secret', method: 'GET' }]);
    expect((logged[0] as { err: Error }).err.message).toContain('ECONNREFUSED');
  });

  it('makes a request id when none, or a harmful one, was given', async () => {
    const made = (await call('GET', '/nothing', { 'x-request-id': 'a b"c' })).body.requestId;
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect((await call('GET', '/nothing')).body.requestId).not.toBe(made);
  });

  it.each([
    ['GET /things/1 HTTP/1.1\r\nHost: x\r\nA: ' + 'x'.repeat(9000) + '\r\n\r\n', 431],
    ['GET /things/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 400],
  ])('answers broken bytes %# with a problem and closes', async (bytes, status) => {
    const text = await raw(bytes);
    expect(text).toContain(`HTTP/1.1 ${status} `);
    expect(text).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ status, requestId: expect.any(String) });
  });
});

describe('the table', () => {
  it('maps each status to a problem of that status', () => {
    for (const status of new Set(Object.values(PROBLEM_TYPES).map((known) => known.status))) {
      expect(PROBLEM_TYPES[problemTypeOf(status)].status).toBe(status);
    }
    expect(problemTypeOf(418)).toBe('bad-request');
    expect(problemTypeOf(599)).toBe('internal');
  });
});
