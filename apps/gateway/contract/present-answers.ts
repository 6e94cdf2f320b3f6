import { DocumentBuilder } from '@nestjs/swagger';
import { readSettings } from '#settings/settings.js';
import { settings } from '../src/config.js';
import { completeDocument } from '../src/openapi/complete-document.js';
import { interfaceLimits } from '../src/openapi/interface-limits.js';
import { answerContracts } from './answer-contracts.js';

/** The contracts of the interface as this checkout answers it, with the settings' defaults. */
export function presentAnswers(): ReturnType<typeof answerContracts> {
  const required = Object.fromEntries(Object.values(settings).filter((setting) => setting.default === undefined).map(({ env }) => [env, 'none']));
  const generated = { ...new DocumentBuilder().build(), paths: {} };
  return answerContracts(completeDocument(generated, interfaceLimits(readSettings(settings, required))));
}
