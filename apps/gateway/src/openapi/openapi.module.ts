import { Module } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { CONFIG } from '#service/tokens.js';
import type { Config } from '../configuration/config.js';
import { NEWEST_VERSION } from '../routes/api-versions.js';
import { AsyncApiController } from './asyncapi.controller.js';
import { completeDocument } from './complete-document.js';
import { DocsController } from './docs.controller.js';
import { InterfaceDocument } from './interface-document.js';
import { interfaceLimits } from './interface-limits.js';
import { OpenApiController } from './openapi.controller.js';
import type { OperationDescriptions } from './operation-description.js';
import { OPERATIONS, OperationsModule } from './operations.module.js';
import { TopicsDocument } from './topics-document.js';

/**
 * Describes the interface from tables: controllers validate bodies and stream answers without decorators. Only the types come from
 * @nestjs/swagger: its scanner of decorators has nothing to find, and its 530 files made the gateway start later.
 */
function describeInterface(config: Config, operations: OperationDescriptions): OpenAPIObject {
  const document: OpenAPIObject = {
    openapi: '3.1.0',
    info: {
      title: 'Waymark',
      description:
        'External object tracking: post positions and field values of objects, see what became of each, read ' +
        'and poll what changed. Every error is an application/problem+json (RFC 9457).',
      version: NEWEST_VERSION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that this document comes from.' }],
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'An access token that names the workspace and the scope, without the word Bearer; with it, this page ' +
            'shows what it may call. `npm start` prints one, and so does `npm run --silent token`.',
        },
      },
    },
    paths: {},
  };
  return completeDocument(document, interfaceLimits(config), operations);
}

/** Serves /openapi.json, /asyncapi.json and /docs. */
@Module({
  imports: [OperationsModule],
  controllers: [OpenApiController, AsyncApiController, DocsController],
  providers: [
    {
      provide: InterfaceDocument,
      useFactory: (config: Config, operations: OperationDescriptions, directory: DirectoryCopy) =>
        new InterfaceDocument(() => describeInterface(config, operations), directory),
      inject: [CONFIG, OPERATIONS, DirectoryCopy],
    },
    TopicsDocument,
  ],
})
export class OpenApiModule {}
