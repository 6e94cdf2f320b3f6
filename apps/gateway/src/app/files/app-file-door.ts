import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';
import { type AppFile, type AppFiles, readAppFiles } from './app-files.js';
import { ASKED_EACH_TIME, FOR_GOOD } from './kept-for.js';
import { sendFile } from './send-file.js';

const PAGE = 'index.html';

/** The page of the app and its files. They are read and compressed from the start on; earlier requests wait. */
export class AppFileDoor {
  private readonly files: Promise<AppFiles | undefined>;

  /** @param headers of each file, with its policy */
  constructor(
    folder: string,
    private readonly headers: Readonly<Record<string, string>>,
    log: Logger,
  ) {
    this.files = readAppFiles(folder).catch((error: unknown) => {
      log.error({ err: error }, 'The folder of the map app (APP_FOLDER) cannot be read; /app/ says that there is none.');
      return undefined;
    });
    void this.files.then((files) => {
      if (files === undefined) log.warn('There is no map app to serve: npm run build makes it.');
    });
  }

  readonly page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    this.send((await this.built()).root.get(PAGE), request, reply, ASKED_EACH_TIME);

  readonly file = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    this.send((await this.built()).root.get(nameIn(request)), request, reply, ASKED_EACH_TIME);

  readonly asset = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    this.send((await this.built()).assets.get(nameIn(request)), request, reply, FOR_GOOD);

  private async built(): Promise<AppFiles> {
    const files = await this.files;
    if (files === undefined)
      throw new Problem(
        'unavailable',
        'The map app was not built here: npm run build makes it; start the gateway again afterwards. The interface works without it.',
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
      throw new Problem('not-found', 'The app has no such file; if it had one a moment ago, there is a new version: load the app again.');
    return sendFile(file, request, reply, { ...this.headers, ...kept });
  }
}

const nameIn = (request: FastifyRequest): string => (request.params as { file: string }).file;
