import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { docsFiles } from './docs-files.js';

/** Allows nothing from other origins and nothing inline; styles that Swagger UI sets by script do not count as inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves a page to read and try the API: Swagger UI, from this server's own files. */
@Controller('docs')
export class DocsController {
  private readonly files = docsFiles();

  @Get()
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.send('index.html', request, reply);
  }

  @Get(':file')
  file(@Param('file') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.send(name, request, reply);
  }

  private send(name: string, request: FastifyRequest, reply: FastifyReply): void {
    const file = this.files.get(name);
    if (file === undefined) throw new Problem('not-found');
    void reply.headers({
      'content-type': file.type,
      etag: file.etag,
      'cache-control': 'no-cache',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
    });
    if (request.raw.headers['if-none-match'] === file.etag) void reply.code(304).send();
    else void reply.send(file.content);
  }
}
