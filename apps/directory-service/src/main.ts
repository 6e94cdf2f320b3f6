import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

const MAX_BODY_BYTES = 512 * 1024;
/** The name of a field, percent-encoded; as the gateway has it. */
const MAX_ENCODED_PARAMETER = 4096;

await runService({
  name: 'directory-service',
  settings,
  module: AppModule,
  maxBodyBytes: MAX_BODY_BYTES,
  maxParameterCharacters: MAX_ENCODED_PARAMETER,
});
