import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { readSettings } from '#settings/settings.js';
import { settings } from '../src/configuration/config.js';
import { completeDocument } from '../src/openapi/complete-document.js';
import { interfaceLimits } from '../src/openapi/interface-limits.js';
import { operationsFor } from '../src/openapi/operations.js';

/** The whole interface of this checkout as OpenAPI, with the settings' defaults; no gateway need run. */
export function presentInterface(): OpenAPIObject {
  const required = Object.fromEntries(
    Object.values(settings)
      .filter((setting) => setting.default === undefined)
      .map(({ env }) => [env, 'none:1']),
  );
  const generated = { ...new DocumentBuilder().build(), paths: {} };
  const limits = interfaceLimits(readSettings(settings, required));
  return completeDocument(generated, limits, operationsFor(limits));
}
