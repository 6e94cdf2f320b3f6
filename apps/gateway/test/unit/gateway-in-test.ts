import { createServer, type IncomingHttpHeaders, request as httpRequest, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Controller, Global, HttpCode, Module, Post, Req, type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '#contracts/directory/scopes.js';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Narrowing } from '#identity/caller.js';
import { BrokerModule } from '#service/broker.module.js';
import { createService } from '#service/create-service.js';
import type { Startup } from '#service/startup.js';
import { readSettings } from '#settings/settings.js';
import { seededChanges } from '#testing/seeded-directory.js';
import { createTokenKeys, mintApiToken, type TokenKeys } from '#testing/token-keys.js';
import { AdministrationModule } from '../../src/administration/administration.module.js';
import { settings } from '../../src/configuration/config.js';
import { ForwardingModule } from '../../src/forwarding/forwarding.module.js';
import { HttpModule } from '../../src/http/http.module.js';
import { createHttpServer } from '../../src/http/server.js';
import { OpenApiModule } from '../../src/openapi/openapi.module.js';
import { ServicesModule } from '../../src/services/services.module.js';

/** Replaces the update route, to show how bodies arrive. */
@Controller('groups/:groupID/externalObjects')
class Echo {
  @Post()
  @HttpCode(200)
  async take(@Req() request: FastifyRequest): Promise<object> {
    let bytes = 0;
    for await (const chunk of request.raw) bytes += (chunk as Buffer).length;
    return { bytes };
  }
}

@Module({ controllers: [Echo] })
class EchoModule {}

const GATEWAY = [ForwardingModule, EchoModule, AdministrationModule];

/** A copy that the test fills, because there is no broker. */
@Global()
@Module({ providers: [DirectoryCopy], exports: [DirectoryCopy] })
class DirectoryInTestModule {}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into whatever came back
  json: any;
}

export interface GatewayInTest {
  app: NestFastifyApplication;
  /** Its steps only run if a test runs them. */
  startup: Startup;
  /** The gateway's copy of the directory; a test may change it. */
  directory: DirectoryCopy;
  port: number;
  token(workspaces?: string[], scopes?: Scope[], narrowed?: Narrowing): Promise<string>;
  keys: TokenKeys;
  call(method: string, path: string, headers?: Record<string, string | string[]>, body?: string): Promise<Answer>;
  /** Sends the chunks unchanged and returns everything received until the connection was closed. */
  raw(...bytes: string[]): Promise<string>;
  close(): Promise<void>;
}

/** The gateway without the modules that write, which need a broker, and with a given listener as the projection. */
export async function startGateway(
  projection: string,
  environment: Record<string, string> = {},
  rooms: Type[] = [],
): Promise<GatewayInTest> {
  const keys = await createTokenKeys();
  const config = readSettings(settings, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    KAFKA_BROKERS: '127.0.0.1:1',
    INTERNAL_TOKEN: 'inner',
    OPERATION_ID_SECRET: 'seal',
    PROJECTION_URL: projection,
    DIRECTORY_URL: 'http://127.0.0.1:1',
    WEBHOOK_URL: 'http://127.0.0.1:1',
    ...environment,
  });
  const root = { imports: [BrokerModule.of([]), DirectoryInTestModule, ServicesModule, HttpModule, OpenApiModule, ...GATEWAY, ...rooms] };
  @Module(root)
  class GatewayInTestModule {}
  const { app, startup } = await createService({ name: 'gateway', module: GatewayInTestModule, server: createHttpServer }, config);
  const directory = app.get(DirectoryCopy);
  for (const change of seededChanges(keys)) directory.apply(change);
  directory.markComplete();
  await app.listen(0, '127.0.0.1');
  const port = (app.getHttpServer().address() as AddressInfo).port;
  return {
    app,
    startup,
    port,
    token: (workspaces = ['ws1'], scopes = ['objects:read', 'feed:read'], narrowed) =>
      mintApiToken(keys, { subject: 'tester', workspaces, scopes, narrowed, expiresInSeconds: 600 }),
    keys,
    directory,
    call: (method, path, headers = {}, body) => call(port, method, path, headers, body),
    raw: (...bytes) => raw(port, bytes),
    close: () => app.close(),
  };
}

function call(port: number, method: string, path: string, headers: Record<string, string | string[]> = {}, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, method, path, headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers,
          text,
          json: /json/.test(answer.headers['content-type'] ?? '') && text !== '' ? JSON.parse(text) : undefined,
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

function raw(port: number, bytes: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of bytes) {
        socket.write(piece);
        await new Promise((next) => setTimeout(next, 20));
      }
    });
    socket
      .on('data', (chunk) => (text += chunk))
      .on('close', () => resolve(text))
      .on('error', reject);
  });
}

export interface Projection {
  url: string;
  server: Server;
  close(): Promise<void>;
}

/** An HTTP server in place of the projection. */
export async function serveProjection(listener: RequestListener): Promise<Projection> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
