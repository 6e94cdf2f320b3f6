import { Controller, Get, Inject, type OnModuleInit, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../../configuration/config.js';
import { type AppFile, type AppFiles, readAppFiles } from './app-files.js';
import { FOR_GOOD, REVALIDATED } from './kept-for.js';
import { sendFile } from './send-file.js';

const PAGE = 'index.html';

/** Headers of every file of the app, including the content security policy. */
export const FILE_HEADERS = Symbol('headers of the files of the app');

/** The page of the app and its files. They are read at startup; requests that arrive earlier wait. */
@Controller()
export class AppFilesController implements OnModuleInit {
  private readonly files: Promise<AppFiles | undefined>;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) { appFolder }: Pick<Config, 'appFolder'>,
    @Inject(FILE_HEADERS) private readonly headers: Readonly<Record<string, string>>,
    @Inject(LOGGER) log: Logger,
  ) {
    this.files = readAppFiles(appFolder).catch((error: unknown) => {
      log.error({ err: error }, 'The folder of the map app (APP_FOLDER) cannot be read; /app/ answers 503.');
      return undefined;
    });
    void this.files.then((files) => {
      if (files === undefined) log.warn('There is no map app to serve: create it with npm run build.');
    });
  }

  @Get(['', 'app'])
  enter(@Res() reply: FastifyReply): FastifyReply {
    return reply.redirect('/app/', 302);
  }

  /** Registered with Fastify, since Nest removes trailing slashes from paths. */
  onModuleInit(): void {
    this.host.httpAdapter.getInstance<FastifyInstance>().get('/app/', (request, reply) => this.page(request, reply));
  }

  private async page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.send((await this.built()).root.get(PAGE), request, reply, REVALIDATED);
  }

  @Get('app/:file')
  async file(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.send((await this.built()).root.get(nameIn(request)), request, reply, REVALIDATED);
  }

  @Get('app/assets/:file')
  async asset(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.send((await this.built()).assets.get(nameIn(request)), request, reply, FOR_GOOD);
  }

  private async built(): Promise<AppFiles> {
    const files = await this.files;
    if (files === undefined)
      throw new Problem(
        'unavailable',
        'The map app has not been built. Run npm run build, then restart the gateway. The API works without it.',
      );
    return files;
  }

  private send(
    file: AppFile | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    kept: Readonly<Record<string, string>>,
  ): FastifyReply {
    if (file === undefined)
      throw new Problem('not-found', 'The app has no such file. If it existed a moment ago, a new version was installed: reload the app.');
    return sendFile(file, request, reply, { ...this.headers, ...kept });
  }
}

const nameIn = (request: FastifyRequest): string => (request.params as { file: string }).file;
