import { type INestApplication, Module } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../configuration/config.js';
import { NEWEST_VERSION } from '../routes/api-versions.js';
import { AsyncApiController } from './asyncapi.controller.js';
import { completeDocument } from './complete-document.js';
import { DocsController } from './docs.controller.js';
import { InterfaceDocument } from './interface-document.js';
import { interfaceLimits } from './interface-limits.js';
import { OpenApiController } from './openapi.controller.js';
import { TopicsDocument } from './topics-document.js';

/** Serves /openapi.json, /asyncapi.json and /docs. */
@Module({
  controllers: [OpenApiController, AsyncApiController, DocsController],
  providers: [InterfaceDocument, TopicsDocument],
  exports: [InterfaceDocument],
})
export class OpenApiModule {}

/** Generates the document from the existing controllers; call it once, after the application is created. */
export function describeInterface(app: INestApplication, config: Config): void {
  const base = new DocumentBuilder()
    .setTitle('Waymark')
    .setDescription(
      'External object tracking: post positions and field values of objects, see what became of each, read ' +
        'and poll what changed. Every error is an application/problem+json (RFC 9457).',
    )
    .setVersion(NEWEST_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The gateway that this document comes from.')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'An access token that names the workspace and the scope, without the word Bearer; with it, this page ' +
          'shows what it may call. `npm start` prints one, and so does `npm run --silent token`.',
      },
      'token',
    )
    .build();
  app.get(InterfaceDocument, { strict: false }).set(completeDocument(SwaggerModule.createDocument(app, base), interfaceLimits(config)));
}
