import 'reflect-metadata';
import { runService } from '#service/run-service.js';
import { AppModule } from './app.module.js';
import { settings } from './configuration/config.js';

const MAX_BODY_BYTES = 512 * 1024;
/** Length of a percent-encoded field name; the same limit as in the gateway. */
const MAX_ENCODED_PARAMETER = 4096;

await runService({
  name: 'directory-service',
  settings,
  module: AppModule,
  maxBodyBytes: MAX_BODY_BYTES,
  maxParameterCharacters: MAX_ENCODED_PARAMETER,
});
