import { Controller, Module, Patch, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Admission } from '../../src/checks/admission.js';
import { readBody } from '../../src/checks/body-bytes.js';
import { parseJsonBody } from '../../src/checks/json-body.js';
import { type GatewayInTest, startGateway } from './gateway-in-test.js';

/** Reads bodies like the real routes. */
@Controller('groups/:groupID/externalObjects/:externalId')
class Reading {
  @Patch()
  async edit(@Req() request: FastifyRequest): Promise<object> {
    return { body: parseJsonBody(await readBody(request.raw, 1024, new Admission(1, 1024).enter())) };
  }

  @Post('archive')
  archive(): object {
    return { archived: true };
  }
}

@Module({ controllers: [Reading] })
class ReadingModule {}

let gateway: GatewayInTest;
let writing: string;

beforeAll(async () => {
  gateway = await startGateway('http://127.0.0.1:1', {}, [ReadingModule]);
  writing = `Authorization: Bearer ${await gateway.token(['ws1'], ['objects:write'])}`;
});
afterAll(() => gateway.close());

const LIST = '/groups/ws1/externalObjects';
const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');

describe('a request that requires a body and announces none', () => {
  it.each([`POST ${LIST}`, `PATCH ${LIST}/a`])('is 411: %s', async (line) => {
    const text = await gateway.raw(head(line, writing));
    expect(text).toMatch(/^HTTP\/1\.1 411 [^]*application\/problem\+json[^]*"type":"urn:waymark:problem:length-required"[^]*\}$/);
  });

  it('is 411 in HTTP/1.0 as well', async () => {
    expect(await gateway.raw(head(`POST ${LIST}`, writing).replace('HTTP/1.1', 'HTTP/1.0'))).toMatch(/^HTTP\/1\.1 411 /);
  });

  it('is 401 first for a stranger', async () => {
    expect(await gateway.raw(head(`POST ${LIST}`, 'Connection: close'))).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('is 411 once, whatever follows', async () => {
    const text = await gateway.raw(head(`POST ${LIST}`, writing), 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 411 [^]*\}$/);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('no length is required', () => {
  it('when the length is 0: that body is empty', async () => {
    expect(await gateway.raw(head(`PATCH ${LIST}/a`, writing, 'Content-Length: 0', 'Connection: close'))).toMatch(
      /^HTTP\/1\.1 400 [^]*malformed-json[^]*The body is empty/,
    );
  });

  it('when the body arrives in chunks', async () => {
    expect(
      await gateway.raw(`${head(`PATCH ${LIST}/a`, writing, 'Transfer-Encoding: chunked', 'Connection: close')}2\r\n{}\r\n0\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 [^]*\{"body":\{\}\}$/);
  });

  it('when the body is optional', async () => {
    expect(await gateway.raw(head(`POST ${LIST}/a/archive`, writing, 'Connection: close'))).toMatch(
      /^HTTP\/1\.1 201 [^]*\{"archived":true\}$/,
    );
  });
});
