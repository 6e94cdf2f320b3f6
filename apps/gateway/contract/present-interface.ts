import type { OpenAPIObject } from '@nestjs/swagger';
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
  const limits = interfaceLimits(readSettings(settings, required));
  return completeDocument({ openapi: '3.1.0', info: { title: '', version: '' }, paths: {} }, limits, operationsFor(limits));
}
